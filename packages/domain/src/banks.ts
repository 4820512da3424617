/** The banks of Thailand. Source: demo catalogue, section 10. */

/** Banks by their Bank of Thailand code. */
export const banks: Readonly<Record<string, { label: string }>> = {
  '002': { label: 'ธนาคารกรุงเทพ' },
  '004': { label: 'ธนาคารกสิกรไทย' },
  '006': { label: 'ธนาคารกรุงไทย' },
  '011': { label: 'ธนาคารทหารไทยธนชาต (ทีทีบี)' },
  '014': { label: 'ธนาคารไทยพาณิชย์' },
  '020': { label: 'ธนาคารสแตนดาร์ดชาร์เตอร์ด (ไทย)' },
  '022': { label: 'ธนาคารซีไอเอ็มบี ไทย' },
  '024': { label: 'ธนาคารยูโอบี' },
  '025': { label: 'ธนาคารกรุงศรีอยุธยา' },
  '030': { label: 'ธนาคารออมสิน' },
  '033': { label: 'ธนาคารอาคารสงเคราะห์ (ธอส.)' },
  '034': { label: 'ธนาคารเพื่อการเกษตรและสหกรณ์การเกษตร (ธ.ก.ส.)' },
  '039': { label: 'ธนาคารมิซูโฮ' },
  '052': { label: 'ธนาคารแห่งประเทศจีน (ไทย)' },
  '066': { label: 'ธนาคารอิสลามแห่งประเทศไทย' },
  '067': { label: 'ธนาคารทิสโก้' },
  '069': { label: 'ธนาคารเกียรตินาคินภัทร' },
  '070': { label: 'ธนาคารไอซีบีซี (ไทย)' },
  '071': { label: 'ธนาคารไทยเครดิต' },
  '073': { label: 'ธนาคารแลนด์ แอนด์ เฮ้าส์' },
}

/** An account number as banks print it: ten digits in groups (`123-4-56789-0`), other lengths without groups. */
export const formatAccountNumber = (number: string): string =>
  /^\d{10}$/.test(number) ? number.replace(/^(\d{3})(\d)(\d{5})(\d)$/, '$1-$2-$3-$4') : number
