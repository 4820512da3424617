/** The names that the calls of other fees and of requests have for an application's id and code. */
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
