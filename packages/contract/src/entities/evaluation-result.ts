/** Results of evaluations: values of score sheets and answers of candidates. Source: product specification, section 6.2. */
import { evaluationScales } from '@khapdee/domain/evaluation'
import { resultDays, resultGroupings } from '@khapdee/domain/evaluation-results'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled } from '../field-meta.ts'
import {
  branchName,
  dataOf,
  exportQuery,
  fileLink,
  id,
  idInPath,
  listOf,
  listQuery,
  oneOf,
  shownText,
} from '../wire.ts'
import { customerName } from './application-shapes.ts'
import { evaluation } from './evaluation.ts'
import { exam, examDate } from './exams.ts'
import { satisfaction } from './satisfaction.ts'

const { title, category, type, scale } = evaluation.fields.shape

/** How often each value was given: the index is the value, 0 to 5. */
const counts = z.array(z.number())

/** A group of counts: values of one scale of an item, a member of the panel, a branch or a month. */
const group = z.object({
  /** Id of the item, person or branch, or month as `YYYY-MM`; `none` for exams without a panel. */
  key: z.string(),
  /** Empty for a month and for exams without a panel. */
  name: z.string(),
  /** The type of an item; null for other groups. */
  type: type.nullable(),
  category: category.nullable(),
  scale,
  counts,
})
export type ResultGroup = z.output<typeof group>

const by = oneOf('แสดงตาม', resultGroupings)

/** The panel of the exam; empty without a session or panel. */
const panel = shownText(fieldTitles.panel)

/** One value of an item. */
const answer = z.object({
  /** Position in the list, from 1. */
  position: z.number(),
  exam_date: examDate,
  title,
  category,
  type,
  scale,
  value: labelled(z.number(), fieldTitles.rating),
  ...exam.shape,
  panel,
  branch: branchName,
  /** The candidate of a score sheet. Null for an answer about satisfaction, and for callers who may not see exams. */
  customer: customerName.nullable(),
  /** The application of the candidate; null like `customer`, and for a right of another branch. */
  application_id: id.nullable(),
})
export type ResultAnswer = z.output<typeof answer>

const comment = z.object({
  /** Position in the list, from 1. */
  position: z.number(),
  exam_date: examDate,
  comment: satisfaction.answer.input.shape.comment,
  ...exam.shape,
  panel,
  branch: branchName,
  /** The answers of the candidate to the questions, from 1 to 5. */
  counts: labelled(counts, 'คะแนนเฉลี่ย'),
})
export type ResultComment = z.output<typeof comment>

/** `user` is a member of the panel, or `none`; `start` and `end` limit the day of the exam. */
const daysNote = `without \`start\` and \`end\`, of the last ${resultDays} days up to today`
const filtersNote = `\`type\` and \`category\` are those of the items, \`user\` is a member of the panel or \`none\`, \`start\` and \`end\` limit the day of the exam; ${daysNote}`

export const evaluationResult = {
  answer,
  comment,
  summary: endpoint({
    method: 'GET',
    path: 'evaluate/results',
    access: 'evaluate.view',
    summary: `How often each value was given, by item, panel member, branch or month; ${filtersNote}`,
    input: listQuery.extend({ by: by.default('item') }),
    output: listOf(group).extend({
      total: z.object({
        /** Exams with at least one value. */
        exams: z.number(),
        /** Codes for answers about satisfaction that were given to candidates, and used ones. */
        asked: z.number(),
        answered: z.number(),
        /** All values by scale, each once. */
        scales: z.array(z.object({ scale, counts })),
      }),
    }),
  }),
  answers: endpoint({
    method: 'GET',
    path: 'evaluate/results/gettable',
    access: 'evaluate.view',
    summary: `The values that evaluate/results counts, latest exam first, without the names of candidates who answered about satisfaction; ${filtersNote}`,
    input: listQuery.extend({
      evaluate_id: idInPath.optional(),
      scale: oneOf('การให้คะแนน', evaluationScales).optional(),
      /** Only this value. */
      value: z.coerce.number().int().min(0).max(5).optional(),
    }),
    output: listOf(answer),
  }),
  comments: endpoint({
    method: 'GET',
    path: 'evaluate/comments/gettable',
    access: 'evaluate.view',
    summary: `The comments of candidates without their names, latest exam first; \`text\` is a part of the comment; ${daysNote}`,
    input: listQuery,
    output: listOf(comment),
  }),
  export: endpoint({
    method: 'POST',
    path: 'evaluate/results/export',
    access: 'evaluate.export',
    summary: `Link to an Excel file of evaluate/results; ${daysNote}`,
    input: exportQuery.extend({ by: by.default('item') }),
    output: dataOf(fileLink),
  }),
  exportComments: endpoint({
    method: 'POST',
    path: 'evaluate/comments/export',
    access: 'evaluate.export',
    summary: `Link to an Excel file of the comments; ${daysNote}`,
    input: exportQuery,
    output: dataOf(fileLink),
  }),
}
