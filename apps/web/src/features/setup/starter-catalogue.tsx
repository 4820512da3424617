/**
 * The usual courses and fees of a Thai driving school: the user chooses items and corrects their
 * prices, and each chosen item is created by the call of its form. Items whose name the school
 * already has are omitted.
 */
import { course } from '@khapdee/contract/entities/course'
import { otherFee, requestFee } from '@khapdee/contract/entities/fees'
import { entities, listLabel } from '@khapdee/domain/entities'
import type { Satang } from '@khapdee/domain/money'
import {
  starterCourses,
  starterOtherFees,
  starterRequestFees,
} from '@khapdee/domain/setup/starter-catalogue'
import { actionWords } from '@khapdee/domain/words'
import { Link, useNavigate } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { invalidate } from '../../api/queries.ts'
import { useAllRows } from '../../crud/use-all-rows.ts'
import { alerts, showError } from '../../shared/alerts.ts'
import { paths, pathsOf } from '../../shared/paths.ts'
import { Permitted, useDocumentTitle } from '../../shared/screen.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState, RecordLoading } from '../../ui/feedback.tsx'
import { CheckBox } from '../../ui/fields/choice-fields.tsx'
import { MoneyField } from '../../ui/fields/number-fields.tsx'
import { Card, PageHeader } from '../../ui/page.tsx'
import { useSingleFlight } from '../../use-single-flight.ts'

interface Item {
  name: string
  price: Satang
  create: (price: Satang) => Promise<unknown>
}

/** Valid for all branches, as usual for the items of a new school. */
const common = { branch_id: null, detail: '', is_activate: true }

const groups: readonly { label: string; items: readonly Item[] }[] = [
  {
    label: listLabel(entities.course),
    items: starterCourses.map(({ key: _key, exams, ...item }) => ({
      ...item,
      create: (price) => call(course.create, { ...common, ...item, exams: [...exams], price }),
    })),
  },
  {
    label: entities.other_fee.label,
    items: starterOtherFees.map(({ exams, ...item }) => ({
      ...item,
      create: (price) =>
        call(otherFee.create, {
          ...common,
          vat_mode: 'branch',
          is_pass_through: false,
          ...item,
          exams: [...exams],
          price,
        }),
    })),
  },
  {
    label: entities.request_fee.label,
    items: starterRequestFees.map((item) => ({
      ...item,
      create: (price) => call(requestFee.create, { ...common, vat_mode: 'branch', ...item, price }),
    })),
  },
]
const title = 'รายการเริ่มต้นที่ใช้กันทั่วไป'

export function StarterCatalogue() {
  useDocumentTitle(title)
  return (
    <Permitted permission="course.create">
      <Choice />
    </Permitted>
  )
}

function Choice() {
  const stored = [
    useAllRows(course.gettable),
    useAllRows(otherFee.gettable),
    useAllRows(requestFee.gettable),
  ]
  if (stored.some((rows) => rows === undefined)) {
    return <RecordLoading error={null} onRetry={() => {}} />
  }
  const names = new Set(stored.flatMap((rows) => (rows ?? []).map(({ name }) => name)))
  const offered = groups
    .map(({ label, items }) => ({ label, items: items.filter(({ name }) => !names.has(name)) }))
    .filter(({ items }) => items.length > 0)
  return <ChoiceForm offered={offered} />
}

function ChoiceForm({ offered }: { offered: readonly (typeof groups)[number][] }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [prices, setPrices] = useState<ReadonlyMap<string, Satang | null>>(new Map())
  const priceOf = ({ name, price }: Item) => (prices.has(name) ? prices.get(name) : price) ?? null
  const choose = (items: readonly Item[], isChosen: boolean) => {
    const next = new Set(chosen)
    for (const { name } of items)
      if (isChosen) next.add(name)
      else next.delete(name)
    setChosen(next)
  }
  const wanted = offered.flatMap(({ items }) => items).filter(({ name }) => chosen.has(name))
  const lacksPrice = wanted.some((item) => priceOf(item) === null)

  const save = useSingleFlight(async () => {
    let count = 0
    try {
      for (const item of wanted) {
        const price = priceOf(item)
        if (price === null) continue
        await item.create(price)
        count += 1
      }
      alerts.success(`เพิ่มแล้ว ${count} รายการ`)
      await navigate({ to: paths.setupList })
    } catch (error) {
      showError(error)
    } finally {
      // Items that were created before an error are no longer offered.
      await invalidate(client, ['course', 'otherfee', 'requestfee', 'setup', 'application'])
    }
  })

  return (
    <>
      <PageHeader
        title={title}
        aside={`เลือกแล้ว ${wanted.length} รายการ`}
        actions={
          <>
            <Link to={pathsOf('course').import} className={buttonClass()}>
              {actionWords.import}จากไฟล์
            </Link>
            <Button
              kind="primary"
              icon={Plus}
              pending={save.pending}
              isDisabled={wanted.length === 0 || lacksPrice}
              onPress={() => void save.run()}
            >
              เพิ่มที่เลือก
            </Button>
          </>
        }
      />
      {offered.length === 0 && (
        <Card>
          <EmptyState title="มีรายการเหล่านี้ครบแล้ว" hint="เพิ่มรายการอื่นได้ที่ข้อมูลหลัก" />
        </Card>
      )}
      {offered.map(({ label, items }) => {
        const count = items.filter(({ name }) => chosen.has(name)).length
        return (
          <Card
            key={label}
            title={label}
            actions={
              <CheckBox
                label="เลือกทั้งหมด"
                checked={count === 0 ? false : count === items.length || 'some'}
                onChange={(isChosen) => choose(items, isChosen)}
              />
            }
            flush
          >
            <ul className="divide-y divide-line">
              {items.map((item) => (
                <li
                  key={item.name}
                  className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5"
                >
                  <CheckBox
                    label={item.name}
                    checked={chosen.has(item.name)}
                    onChange={(isChosen) => choose([item], isChosen)}
                    className="min-w-0 flex-1 max-md:basis-full"
                  />
                  <MoneyField
                    label={`ราคา ${item.name}`}
                    hideLabel
                    className="ms-auto w-36"
                    value={priceOf(item)}
                    onChange={(price) => setPrices(new Map(prices).set(item.name, price))}
                  />
                </li>
              ))}
            </ul>
          </Card>
        )
      })}
    </>
  )
}
