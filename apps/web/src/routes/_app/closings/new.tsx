import { createFileRoute } from '@tanstack/react-router'
import { CloseDayScreen } from '../../../features/closing/close-day-screen.tsx'

export const Route = createFileRoute('/_app/closings/new')({ component: CloseDayScreen })
