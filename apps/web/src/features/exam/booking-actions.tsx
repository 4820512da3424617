/** The actions on the booking of an exam right: book or wait for a seat, change the day, print the slip, cancel. */
import type { OpenBookingShape } from '@khapdee/contract/entities/exam-booking'
import type { ExamRightRow } from '@khapdee/contract/entities/exam-right'
import type { BookingStatus } from '@khapdee/domain/exam-booking'
import type { Exam } from '@khapdee/domain/exams'
import { examDocuments, printLabel } from '@khapdee/domain/exam-document-names'
import { actionWords } from '@khapdee/domain/words'
import { CalendarCheck, CalendarCog, CalendarX, ListPlus, Printer } from 'lucide-react'
import { type ReactNode, Suspense, useCallback, useState } from 'react'
import { printSlip } from '../../shared/exam-print.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { RowAction } from '../../ui/menu.tsx'

const BookingDialog = lazyPart(async () => (await import('./booking-dialog.tsx')).BookingDialog)
const CancelBookingDialog = lazyPart(
  async () => (await import('./cancel-booking-dialog.tsx')).CancelBookingDialog,
)

/** A right with its open booking and the actions that the user may take. */
export interface BookableRight extends Exam {
  right_id: number
  customer: string
  booking: OpenBookingShape | null
  /** Whether its last exam was failed or missed, so that the next booking is a retake. */
  isRetake: boolean
  can: Pick<ExamRightRow['can'], 'book' | 'wait' | 'move' | 'cancel' | 'slip'>
}

/** Whether booking a right whose last exam has this status is a retake. */
const isRetakeAfter = (status: BookingStatus | undefined): boolean =>
  status === 'fail' || status === 'incomplete' || status === 'absent'

/** A listed right, for the actions on its booking. */
export const toBookable = (row: ExamRightRow): BookableRight => ({
  ...row,
  isRetake: row.booking === null && isRetakeAfter(row.last_exam?.status),
})

type Change = 'book' | 'cancel'

/**
 * The actions that the user may take on the booking of a right, and the open dialog.
 * @param onChanged called after a change
 */
export function useBookingActions(onChanged?: () => void): {
  actionsOf: (right: BookableRight) => readonly RowAction[]
  dialog: ReactNode
} {
  const [open, setOpen] = useState<{ right: BookableRight; change: Change } | null>(null)
  const actionsOf = useCallback((right: BookableRight): readonly RowAction[] => {
    const { can, booking } = right
    const choose = (change: Change) => () => setOpen({ right, change })
    if (can.book) {
      return [
        {
          id: 'book',
          label: right.isRetake ? actionWords.retakeExam : actionWords.bookExam,
          icon: CalendarCheck,
          primary: true,
          onAction: choose('book'),
        },
      ]
    }
    if (can.wait) {
      return [
        {
          id: 'wait',
          label: actionWords.joinWaiting,
          icon: ListPlus,
          onAction: choose('book'),
        },
      ]
    }
    const slip: RowAction[] =
      booking === null || !can.slip
        ? []
        : [
            {
              id: 'slip',
              label: printLabel(examDocuments.slip),
              icon: Printer,
              onAction: () => void printSlip(booking.exam_id),
            },
          ]
    return [
      ...(can.move
        ? [
            {
              id: 'move',
              label: actionWords.changeExamDate,
              icon: CalendarCog,
              primary: true,
              onAction: choose('book'),
            },
          ]
        : []),
      ...slip,
      ...(can.cancel
        ? [
            {
              id: 'cancel',
              label: actionWords.cancelBooking,
              icon: CalendarX,
              tone: 'danger' as const,
              onAction: choose('cancel'),
            },
          ]
        : []),
    ]
  }, [])
  const close = () => setOpen(null)
  if (open === null) return { actionsOf, dialog: null }
  const { right, change } = open
  const props = { right, onClose: close, onChanged }
  return {
    actionsOf,
    dialog: (
      <Suspense fallback={null}>
        {change === 'book' ? (
          <BookingDialog {...props} />
        ) : right.booking === null ? null : (
          <CancelBookingDialog {...props} booking={right.booking} />
        )}
      </Suspense>
    ),
  }
}

export interface BookingDialogProps {
  right: BookableRight
  onClose: () => void
  onChanged: (() => void) | undefined
}
