/** Id and code of an application under the names that other fees and requests have on the wire. */
import type { UserContext } from '../../kernel/context.ts'

interface Numbered {
  application_id: number
  application_code?: string
}

export const aliasesOf = <Data extends Numbered>({ application_id, application_code }: Data) => ({
  application_other_fee_id: application_id,
  application_other_fee_code: application_code as Data['application_code'],
  application_request_fee_code: application_code as Data['application_code'],
})

/** Adds the names of {@link aliasesOf} to the answers of a use case; each endpoint sends those that it declares. */
export const withAliases =
  <Input, Answered extends { data: Numbered }>(
    run: (ctx: UserContext, input: Input) => Promise<Answered>,
  ) =>
  async (ctx: UserContext, input: Input) => {
    const answer = await run(ctx, input)
    const data: Answered['data'] = answer.data
    return { ...answer, data: { ...data, ...aliasesOf<Answered['data']>(data) } }
  }
