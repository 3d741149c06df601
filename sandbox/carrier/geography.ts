/** Area codes the sandbox's carrier sells numbers in, and where their phones are said to be. City, state, ZIP code, latitude, longitude. */
export interface Place {
  readonly areaCode: string;
  readonly country: 'US' | 'CA';
  readonly city: string;
  readonly region: string;
  readonly postalCode: string;
  readonly latitude: string;
  readonly longitude: string;
}

const table = `
201 US Jersey City|NJ|07302|40.7178|-74.0431
202 US Washington|DC|20001|38.9072|-77.0369
206 US Seattle|WA|98101|47.6062|-122.3321
207 US Portland|ME|04101|43.6591|-70.2568
208 US Boise|ID|83702|43.6150|-116.2023
210 US San Antonio|TX|78205|29.4241|-98.4936
212 US New York|NY|10001|40.7128|-74.0060
213 US Los Angeles|CA|90012|34.0522|-118.2437
214 US Dallas|TX|75201|32.7767|-96.7970
215 US Philadelphia|PA|19103|39.9526|-75.1652
216 US Cleveland|OH|44113|41.4993|-81.6944
239 US Fort Myers|FL|33901|26.6406|-81.8723
267 US Philadelphia|PA|19107|39.9526|-75.1652
301 US Rockville|MD|20850|39.0840|-77.1528
303 US Denver|CO|80202|39.7392|-104.9903
305 US Miami|FL|33130|25.7617|-80.1918
310 US Santa Monica|CA|90401|34.0195|-118.4912
312 US Chicago|IL|60601|41.8781|-87.6298
313 US Detroit|MI|48226|42.3314|-83.0458
314 US St. Louis|MO|63101|38.6270|-90.1994
317 US Indianapolis|IN|46204|39.7684|-86.1581
385 US Salt Lake City|UT|84101|40.7608|-111.8910
401 US Providence|RI|02903|41.8240|-71.4128
402 US Omaha|NE|68102|41.2565|-95.9345
404 US Atlanta|GA|30303|33.7490|-84.3880
405 US Oklahoma City|OK|73102|35.4676|-97.5164
407 US Orlando|FL|32801|28.5383|-81.3792
408 US San Jose|CA|95113|37.3382|-121.8863
410 US Baltimore|MD|21202|39.2904|-76.6122
412 US Pittsburgh|PA|15222|40.4406|-79.9959
414 US Milwaukee|WI|53202|43.0389|-87.9065
415 US San Francisco|CA|94103|37.7749|-122.4194
480 US Mesa|AZ|85201|33.4152|-111.8315
501 US Little Rock|AR|72201|34.7465|-92.2896
502 US Louisville|KY|40202|38.2527|-85.7585
503 US Portland|OR|97204|45.5152|-122.6784
504 US New Orleans|LA|70112|29.9511|-90.0715
505 US Albuquerque|NM|87102|35.0844|-106.6504
512 US Austin|TX|78701|30.2672|-97.7431
515 US Des Moines|IA|50309|41.5868|-93.6250
602 US Phoenix|AZ|85004|33.4484|-112.0740
612 US Minneapolis|MN|55401|44.9778|-93.2650
615 US Nashville|TN|37203|36.1627|-86.7816
617 US Boston|MA|02108|42.3601|-71.0589
619 US San Diego|CA|92101|32.7157|-117.1611
646 US New York|NY|10011|40.7128|-74.0060
702 US Las Vegas|NV|89101|36.1699|-115.1398
704 US Charlotte|NC|28202|35.2271|-80.8431
713 US Houston|TX|77002|29.7604|-95.3698
718 US Brooklyn|NY|11201|40.6782|-73.9442
757 US Virginia Beach|VA|23451|36.8529|-75.9780
787 US San Juan|PR|00901|18.4655|-66.1057
801 US Salt Lake City|UT|84111|40.7608|-111.8910
803 US Columbia|SC|29201|34.0007|-81.0348
808 US Honolulu|HI|96813|21.3069|-157.8583
813 US Tampa|FL|33602|27.9506|-82.4572
816 US Kansas City|MO|64106|39.0997|-94.5786
901 US Memphis|TN|38103|35.1495|-90.0490
907 US Anchorage|AK|99501|61.2181|-149.9003
916 US Sacramento|CA|95814|38.5816|-121.4944
917 US New York|NY|10002|40.7128|-74.0060
919 US Raleigh|NC|27601|35.7796|-78.6382
972 US Dallas|TX|75240|32.7767|-96.7970
204 CA Winnipeg|MB|R3C 0A5|49.8951|-97.1384
403 CA Calgary|AB|T2P 1J9|51.0447|-114.0719
416 CA Toronto|ON|M5V 2T6|43.6532|-79.3832
514 CA Montreal|QC|H2Y 1C6|45.5017|-73.5673
604 CA Vancouver|BC|V6B 1A1|49.2827|-123.1207
613 CA Ottawa|ON|K1P 1J1|45.4215|-75.6972
902 CA Halifax|NS|B3J 1S9|44.6488|-63.5752
`;

export const places: readonly Place[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [areaCode, country] = line.split(' ', 2) as [string, 'US' | 'CA'];
    const [city, region, postalCode, latitude, longitude] = line.slice(7).split('|') as [
      string,
      string,
      string,
      string,
      string,
    ];
    return { areaCode, country, city, region, postalCode, latitude, longitude };
  });

const byAreaCode = new Map(places.map((place) => [place.areaCode, place]));

export const tollFreeCodes: readonly string[] = ['800', '833', '844', '855', '866', '877', '888'];

/** Where a North American number is said to be; null for other numbers and area codes not in the table. */
export function placeOf(number: string): Place | null {
  return number.startsWith('+1') ? (byAreaCode.get(number.slice(2, 5)) ?? null) : null;
}

export function isTollFree(number: string): boolean {
  return number.startsWith('+1') && tollFreeCodes.includes(number.slice(2, 5));
}
