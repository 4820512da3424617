/** Addresses of the demo's customers: real places around the branches. */
import type { AddressRow } from '@khapdee/domain/address'
import type { BranchCode } from './demo-branches.ts'

interface Surroundings {
  province: string
  /** Digits 2 and 3 of ID numbers registered in this province (digit 1 is the class of person). */
  idPrefix: string
  /** The town, where addresses have a street instead of a village number. */
  town: Omit<AddressRow, 'province'> & { streets: readonly string[] }
  /** Subdistricts with numbered villages, by district and postcode. */
  villages: readonly { district: string; postcode: string; subdistricts: readonly string[] }[]
}

export const surroundings: Record<BranchCode, Surroundings> = {
  KKN: {
    province: 'ขอนแก่น',
    idPrefix: '40',
    town: {
      subdistrict: 'ในเมือง',
      district: 'เมืองขอนแก่น',
      postcode: '40000',
      streets: ['มิตรภาพ', 'ศรีจันทร์', 'หน้าเมือง', 'กลางเมือง', 'มะลิวัลย์', 'ประชาสโมสร'],
    },
    villages: [
      {
        district: 'เมืองขอนแก่น',
        postcode: '40000',
        subdistricts: ['ศิลา', 'บ้านเป็ด', 'พระลับ', 'เมืองเก่า', 'สำราญ', 'บึงเนียม', 'บ้านทุ่ม'],
      },
      { district: 'เมืองขอนแก่น', postcode: '40260', subdistricts: ['ท่าพระ', 'ดอนหัน'] },
      { district: 'น้ำพอง', postcode: '40140', subdistricts: ['น้ำพอง', 'วังชัย', 'หนองกุง'] },
      { district: 'บ้านฝาง', postcode: '40270', subdistricts: ['บ้านฝาง', 'โคกงาม', 'หนองบัว'] },
      { district: 'พระยืน', postcode: '40320', subdistricts: ['พระยืน', 'บ้านโต้น'] },
      { district: 'กระนวน', postcode: '40170', subdistricts: ['หนองโก', 'ห้วยโจด'] },
    ],
  },
  BPI: {
    province: 'ขอนแก่น',
    idPrefix: '40',
    town: {
      subdistrict: 'ในเมือง',
      district: 'บ้านไผ่',
      postcode: '40110',
      streets: ['แจ้งสนิท', 'เจนจบทิศ', 'มิตรภาพ'],
    },
    villages: [
      {
        district: 'บ้านไผ่',
        postcode: '40110',
        subdistricts: ['บ้านไผ่', 'หินตั้ง', 'หัวหนอง', 'เมืองเพีย', 'หนองน้ำใส', 'แคนเหนือ'],
      },
      { district: 'บ้านแฮด', postcode: '40110', subdistricts: ['บ้านแฮด', 'โคกสำราญ'] },
      { district: 'โนนศิลา', postcode: '40110', subdistricts: ['โนนศิลา', 'เปือยใหญ่'] },
      { district: 'ชนบท', postcode: '40180', subdistricts: ['ชนบท', 'ศรีบุญเรือง', 'วังแสง'] },
      { district: 'พล', postcode: '40120', subdistricts: ['เมืองพล', 'โจดหนองแก'] },
    ],
  },
  UDN: {
    province: 'อุดรธานี',
    idPrefix: '41',
    town: {
      subdistrict: 'หมากแข้ง',
      district: 'เมืองอุดรธานี',
      postcode: '41000',
      streets: ['โพศรี', 'อุดรดุษฎี', 'ประจักษ์ศิลปาคม', 'ทหาร', 'ศรีสุข'],
    },
    villages: [
      {
        district: 'เมืองอุดรธานี',
        postcode: '41000',
        subdistricts: ['บ้านเลื่อม', 'บ้านจั่น', 'หนองบัว', 'สามพร้าว', 'เชียงพิณ', 'นาดี'],
      },
      { district: 'เมืองอุดรธานี', postcode: '41330', subdistricts: ['โนนสูง', 'หนองไผ่'] },
      { district: 'กุมภวาปี', postcode: '41110', subdistricts: ['กุมภวาปี', 'ตูมใต้', 'เวียงคำ'] },
      { district: 'หนองหาน', postcode: '41130', subdistricts: ['หนองหาน', 'หนองเม็ก'] },
      { district: 'เพ็ญ', postcode: '41150', subdistricts: ['เพ็ญ', 'บ้านธาตุ', 'สุมเส้า'] },
      { district: 'กุดจับ', postcode: '41250', subdistricts: ['กุดจับ', 'เชียงเพ็ง'] },
    ],
  },
  NMA: {
    province: 'นครราชสีมา',
    idPrefix: '30',
    town: {
      subdistrict: 'ในเมือง',
      district: 'เมืองนครราชสีมา',
      postcode: '30000',
      streets: ['มิตรภาพ', 'สืบศิริ', 'ช้างเผือก', 'จอมสุรางค์ยาตร์', 'มุขมนตรี'],
    },
    villages: [
      {
        district: 'เมืองนครราชสีมา',
        postcode: '30000',
        subdistricts: ['บ้านใหม่', 'หัวทะเล', 'โพธิ์กลาง', 'ปรุใหญ่', 'สุรนารี', 'หนองไผ่ล้อม'],
      },
      { district: 'เมืองนครราชสีมา', postcode: '30310', subdistricts: ['จอหอ', 'บ้านโพธิ์'] },
      { district: 'โชคชัย', postcode: '30190', subdistricts: ['โชคชัย', 'กระโทก', 'ด่านเกวียน'] },
      { district: 'ปักธงชัย', postcode: '30150', subdistricts: ['เมืองปัก', 'งิ้ว', 'นกออก'] },
      { district: 'สูงเนิน', postcode: '30170', subdistricts: ['สูงเนิน', 'เสมา', 'โคราช'] },
      { district: 'โนนสูง', postcode: '30160', subdistricts: ['โนนสูง', 'ใหม่', 'ดอนชมพู'] },
    ],
  },
}
