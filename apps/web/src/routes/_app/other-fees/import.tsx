import { createFileRoute } from '@tanstack/react-router'
import { ImportScreen } from '../../../features/import/import-screen.tsx'

export const Route = createFileRoute('/_app/other-fees/import')({
  component: () => <ImportScreen kind="other-fee" />,
})
