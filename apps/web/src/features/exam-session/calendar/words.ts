/** Words of the calendar that several of its files use. */
export const moveWord = 'ย้าย'
export const feedTitle = 'ลิงก์ปฏิทิน'
export const calendarTitle = 'ปฏิทินสอบ'
