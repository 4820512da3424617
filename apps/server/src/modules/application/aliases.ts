/** Id and code of an application under the names that other fees and requests have on the wire. */
export const aliasesOf = ({
  application_id,
  application_code,
}: {
  application_id: number
  application_code: string
}) => ({
  application_other_fee_id: application_id,
  application_other_fee_code: application_code,
  application_request_fee_code: application_code,
})
