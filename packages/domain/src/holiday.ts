/** Words of holidays. */

/** Whether a branch is open on a holiday: open, closed. */
export const holidayStates = ['เปิดทำการ', 'หยุด'] as const
