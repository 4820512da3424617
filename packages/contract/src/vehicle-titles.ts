/** Labels of the fields that vehicles of the school and checked vehicles have in common. */
export const vehicleTitles = {
  no: 'ทะเบียนรถ',
  province: 'จังหวัดที่จดทะเบียน',
  type: 'ประเภทรถ',
  brand: 'ยี่ห้อ',
} as const
