/** Branches of the school. */
import { type BranchSettings, branch, branchSettings } from '@khapdee/contract/entities/branch'
import { messages } from '@khapdee/contract/messages'
import { examFeePurposes } from '@khapdee/domain/exam-fees'
import { examUses } from '@khapdee/domain/fee-kinds'
import { sql } from 'kysely'
import { promptPayPayload, qrPath } from '../../adapters/pdf/qr.ts'
import { type Command, command } from '../../kernel/command.ts'
import { lockByName } from '../../kernel/advisory-lock.ts'
import type { UserContext } from '../../kernel/context.ts'
import { crudCommands } from '../../kernel/crud.ts'
import { invalid, notFound } from '../../kernel/errors.ts'
import { attachImage } from '../file/attach-file.ts'
import { uploadLink } from '../file/upload-link.ts'
import { branchAndAncestors } from './branch.queries.ts'
import { sampleLink } from './sample-link.ts'

/**
 * Refuses a new code for a branch with issued document numbers, because they contain the code.
 * @throws VALIDATION
 */
async function assertCodeUnused(ctx: UserContext, branchId: number): Promise<void> {
  const used = await ctx.tx
    .selectFrom('document_counter')
    .select('branch_id')
    .where('branch_id', '=', branchId)
    .limit(1)
    .executeTakeFirst()
  if (used !== undefined) {
    throw invalid([{ path: 'code', message: 'รหัสสาขานี้ใช้ในเลขที่เอกสารแล้ว แก้ไขไม่ได้' }])
  }
}

/** Refuses a parent that is the branch itself or one of its descendants. @throws VALIDATION */
async function assertNoCycle(ctx: UserContext, branchId: number, parentId: number): Promise<void> {
  const ancestors = await branchAndAncestors.rows(ctx.tx, parentId)
  if (ancestors.some(({ branch_id }) => branch_id === branchId)) {
    throw invalid([{ path: 'parent_id', message: 'สังกัดสาขาวนกลับมาที่สาขาเดิมไม่ได้' }])
  }
}

/**
 * Refuses fee items that the branch does not offer, or that are of another kind. Stored ones are
 * accepted even after they were deactivated, but are then not proposed.
 * @throws VALIDATION
 */
async function assertExamFees(
  ctx: UserContext,
  { exam_fees }: BranchSettings,
  before: { branch_id: number; settings: BranchSettings } | null,
): Promise<void> {
  const stored = new Set(before?.settings.exam_fees.map(({ other_fee_id }) => other_fee_id))
  const added = exam_fees.map(({ other_fee_id }) => other_fee_id).filter((id) => !stored.has(id))
  if (added.length === 0) return
  const offered = await ctx.tx
    .selectFrom('other_fee')
    .select(['other_fee_id', 'exam_use'])
    .where('other_fee_id', 'in', added)
    .where('is_activate', '=', true)
    .where('is_delete', '=', false)
    .where((eb) =>
      eb.or([eb('branch_id', 'is', null), eb('branch_id', '=', before?.branch_id ?? 0)]),
    )
    .execute()
  const problems = exam_fees.flatMap(({ purpose, other_fee_id }, i) => {
    if (stored.has(other_fee_id)) return []
    const item = offered.find((fee) => fee.other_fee_id === other_fee_id)
    const path = `settings.exam_fees.${i}.other_fee_id`
    if (item === undefined) return [{ path, message: messages.itemNotOffered }]
    const { examUse } = examFeePurposes[purpose]
    return item.exam_use === examUse
      ? []
      : [{ path, message: `กรุณาเลือกค่าสอบที่ใช้สำหรับ${examUses[examUse].label}` }]
  })
  if (problems.length > 0) throw invalid(problems)
}

const branchCrud = crudCommands({
  api: branch,
  search: ['code', 'name', 'province', 'phone_1'],
  sort: { code: 'byValue', province: 'thai' },
  computedColumns: sql`(select p.name from branch p where p.branch_id = t.parent_id) as parent_name,
    exists (select from document_counter d where d.branch_id = t.branch_id) as code_used`,
  extendRow: (ctx, row) => {
    const logo = row['logo_file_id'] as number | null
    return { ...row, logo_link: logo === null ? null : uploadLink(ctx, logo) }
  },
  externalFields: {
    settings: {
      // Settings that are not stored yet have their defaults.
      read: sql`${JSON.stringify(branchSettings.parse({}))}::jsonb || t.settings`,
      write: async (ctx, id, value) => {
        await ctx.tx
          .updateTable('branch')
          .set({ settings: JSON.stringify(value) })
          .where('branch_id', '=', id)
          .execute()
      },
    },
  },
  unique: { branch_code_key: 'code' },
  changesAccess: true,
  async check(ctx, values, before) {
    const logo = values['logo_file_id'] as number | null
    await attachImage(
      ctx,
      'logo_file_id',
      logo,
      (before?.['logo_file_id'] ?? null) as number | null,
    )
    const parentId = values['parent_id'] as number | null
    if (parentId !== null) {
      ctx.scope.assertWritable(parentId)
      // Serialized: two concurrent changes could form a cycle that neither transaction sees.
      await lockByName(ctx.tx, 'branch tree')
      if (before !== null) await assertNoCycle(ctx, before['branch_id'] as number, parentId)
    }
    await assertExamFees(
      ctx,
      values['settings'] as BranchSettings,
      before as { branch_id: number; settings: BranchSettings } | null,
    )
    if (before !== null && before['code'] !== values['code']) {
      await assertCodeUnused(ctx, before['branch_id'] as number)
    }
  },
})

const sample = command(branch.sample, async (ctx, input) => {
  if (!ctx.scope.branchIds.includes(input.branch_id)) throw notFound()
  const stored = await ctx.tx
    .selectFrom('branch')
    .select('logo_file_id')
    .where('branch_id', '=', input.branch_id)
    .executeTakeFirstOrThrow()
  await attachImage(ctx, 'logo_file_id', input.logo_file_id, stored.logo_file_id)
  return { data: sampleLink(ctx, input) }
})

const promptpay = command(branch.promptpay, async (_ctx, { promptpay_id }) => {
  const payload = promptPayPayload(promptpay_id, null, 'SAMPLE')
  if (payload === null) throw notFound()
  return { data: qrPath(payload) }
})

export const branchCommands: Command[] = [...branchCrud, sample, promptpay]
