import { createFileRoute } from '@tanstack/react-router'
import { NotFoundScreen } from '../../shared/not-found-screen.tsx'

export const Route = createFileRoute('/_app/$')({ component: NotFoundScreen })
