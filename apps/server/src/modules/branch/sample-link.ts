import type { UserContext } from '../../kernel/context.ts'
import type { SampleLink } from '../../kernel/tokens.ts'

/** A signed link to a sample of the branch's receipt. @param input the settings to show, stored or not */
export function sampleLink(
  ctx: UserContext,
  input: Omit<SampleLink, 'printedAt'>,
): { pdf: string } {
  const printedAt = ctx.clock.now().toISOString()
  const token = ctx.services.tokens.signSample({ ...input, printedAt })
  return { pdf: `/files/samples/${token}/sample.pdf` }
}
