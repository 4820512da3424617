/** The card below the form of a vehicle: its cost this year, and a link to the entries. */
import type { vehicle } from '@khapdee/contract/entities/vehicle'
import { vehicleExpenses } from '@khapdee/contract/entities/vehicle-expenses'
import { listQuery } from '@khapdee/contract/wire'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { formatBaht } from '@khapdee/domain/money'
import { headings } from '@khapdee/domain/words'
import { useEndpoint } from '../../api/queries.ts'
import { RecordLink } from '../../crud/actions.tsx'
import { useToday } from '../../ui/use-today.ts'
import type { RecordOf } from '../../crud/resource.ts'
import { useSession } from '../../session/session.ts'
import { paths } from '../../shared/paths.ts'
import { FormCardSkeleton } from '../../ui/feedback.tsx'
import { Card, DescriptionList } from '../../ui/page.tsx'
import { countText } from '../../ui/values.tsx'

export function VehicleCosts({ record }: { record: RecordOf<typeof vehicle> }) {
  const { can } = useSession()
  return can('accounting.view') ? <Costs vehicleId={record.vehicle_id} /> : null
}

function Costs({ vehicleId }: { vehicleId: number }) {
  const category = String(vehicleId)
  const start = `${useToday().slice(0, 4)}-01-01`
  const query = listQuery.parse({ category, start, perPage: 1 })
  const { data } = useEndpoint(vehicleExpenses.gettable, query)
  if (data === undefined) return <FormCardSkeleton />
  const { value, km, cost_per_km, anomalies } = data.total
  return (
    <Card
      title={headings.vehicleExpenses}
      actions={
        <RecordLink to={paths.vehicleExpenses} search={{ category, start }}>
          ดูทุกรายการ
        </RecordLink>
      }
    >
      <DescriptionList
        items={[
          { label: 'รวมปีนี้ (บาท)', value: formatBaht(value) },
          { label: 'ระยะทาง (กม.)', value: km === null ? null : countText(km) },
          {
            label: fieldTitles.costPerKilometre,
            value: cost_per_km === null ? null : formatBaht(cost_per_km),
          },
          { label: 'เติมน้ำมันสูงผิดปกติ', value: `${countText(anomalies)} ครั้ง` },
        ]}
      />
    </Card>
  )
}
