/** Names of wages, withheld amounts and funds, on payslips, in explanations, files and postings. */
export const payrollWords = {
  dailyWage: 'ค่าจ้างรายวัน',
  employeeWelfare: 'กองทุนสงเคราะห์ลูกจ้าง',
  netIncome: 'เงินได้สุทธิ',
  providentFund: 'กองทุนสำรองเลี้ยงชีพ',
  salary: 'เงินเดือน',
  socialSecurity: 'ประกันสังคม',
  socialSecurityBase: 'ฐานค่าจ้างประกันสังคม',
  wage: 'ค่าจ้าง',
  withheldTax: 'ภาษีหัก ณ ที่จ่าย',
} as const
