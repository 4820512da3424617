/** The screen that edits a stored customer. */
import { customerRecord } from '@khapdee/contract/entities/customer-record'
import { fullName } from '@khapdee/domain/person-name'
import { actionWords } from '@khapdee/domain/words'
import { paths } from '../../shared/paths.ts'
import { useEndpoint } from '../../api/queries.ts'
import { CustomerBlock } from '../../shared/customer/customer-block.tsx'
import { useCustomerForm } from '../../shared/customer/use-customer.ts'
import { NotFoundScreen, Permitted, useDocumentTitle } from '../../shared/screen.tsx'
import { useSaveShortcut } from '../../shared/shortcuts.ts'
import { FormPage } from '../../crud/resource-form.tsx'
import { useLeave } from '../../crud/actions.tsx'
import { EntryForm } from '../../ui/form/entry-form.tsx'
import { RecordLoading } from '../../ui/feedback.tsx'
import { SaveButton } from '../../ui/button.tsx'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { MergeWalkIn } from '../../shared/customer/merge-walk-in.tsx'

const formId = 'customer'
const title = 'แก้ไขข้อมูลผู้สมัคร'

export function CustomerEdit({ id }: { id: number }) {
  return (
    <Permitted permission="customer.update">
      <Edit key={id} id={id} />
    </Permitted>
  )
}

function Edit({ id }: { id: number }) {
  const [isNumberTaken, setNumberTaken] = useState(false)
  const leave = useLeave(paths.customers.record(id))
  const navigate = useNavigate()
  const query = useEndpoint(customerRecord.get, { customer_id: id }, { staleTime: 0 })
  // The cached record may be stale, and saving with its version would conflict.
  const person = query.isSuccess && query.isFetchedAfterMount ? query.data.data.customer : null
  const { form, save, pending } = useCustomerForm({
    row: person,
    draftKey: paths.customers.edit(id),
    reload: async () => (await query.refetch()).data?.data.customer,
    onSaved: () => leave('saved'),
    onDuplicate: () => setNumberTaken(true),
  })
  useDocumentTitle(person === null ? title : `${actionWords.edit} ${fullName(person)}`)
  useSaveShortcut(() => {
    if (person !== null) void save()
  })

  if (query.error?.status === 404) return <NotFoundScreen />
  return (
    <FormPage
      title={title}
      name={person === null ? undefined : fullName(person)}
      back={paths.customers.record(id)}
      save={<SaveButton form={formId} pending={pending} isDisabled={person === null} />}
      dirty={form.formState.isDirty}
    >
      {person === null ? (
        <RecordLoading error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <EntryForm form={form} id={formId} label={title} onSubmit={save}>
          <CustomerBlock />
          {person.is_walk_in && (
            <MergeWalkIn
              isOpen={isNumberTaken}
              onClose={() => setNumberTaken(false)}
              walkIn={person}
              typedNumbers={() => form.getValues('customer')}
              onMerged={({ customer_id }) =>
                navigate({
                  to: paths.customers.record(customer_id),
                  replace: true,
                  ignoreBlocker: true,
                })
              }
            />
          )}
        </EntryForm>
      )}
    </FormPage>
  )
}
