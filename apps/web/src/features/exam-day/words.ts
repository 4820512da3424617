/** The button and the dialog that scan with the camera. */
export const scanWithCamera = 'สแกนด้วยกล้อง'
