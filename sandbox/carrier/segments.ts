/** GSM 03.38, basic set and extension (each of these counts twice). Source: 3GPP TS 23.038, section 6.2.1. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const extended = new Set('\f^{}\\[~]|€');

/** How many text messages a body is billed as: 160 GSM-7 or 70 UCS-2 units in one, 153 or 67 in each of several. */
export function segmentCount(body: string): number {
  let septets = 0;
  let gsm = true;
  for (const character of body) {
    if (basic.has(character)) septets += 1;
    else if (extended.has(character)) septets += 2;
    else {
      gsm = false;
      break;
    }
  }
  const units = gsm ? septets : body.length;
  const single = gsm ? 160 : 70;
  return units <= single ? 1 : Math.ceil(units / (gsm ? 153 : 67));
}
