import { IANAZone } from 'luxon';

/**
 * Where a number of the North American plan is, by its area code (NANPA's assignments, 2026). An area code that lies in several time
 * zones has them all, and the strictest counts. Data, to be corrected as codes are added: `npm run check:area-codes` holds it against
 * the public data of libphonenumber, and where the two part, `departures` says why.
 */
export interface Place {
  /** A state, province or territory (`US-CA`, `CA-ON`, `US-PR`), or another country (`BS`). */
  readonly region: string;
  readonly zones: readonly string[];
}

const eastern = 'America/New_York';
const central = 'America/Chicago';
const mountain = 'America/Denver';
const arizona = 'America/Phoenix';
const pacific = 'America/Los_Angeles';
const atlantic = 'America/Halifax';

const table: readonly (readonly [region: string, zones: readonly string[], codes: string])[] = [
  ['US-AL', [central], '205 251 256 334 659 938'],
  ['US-AK', ['America/Anchorage', 'America/Adak'], '907'],
  ['US-AZ', [arizona], '480 520 602 623'],
  ['US-AZ', [arizona, mountain], '928'],
  ['US-AR', [central], '327 479 501 870'],
  [
    'US-CA',
    [pacific],
    '209 213 279 310 323 341 350 357 369 408 415 424 442 510 530 559 562 619 626 628 650 657 661 669 ' +
      '707 714 738 747 760 764 805 818 820 831 837 840 858 909 916 925 949 951',
  ],
  ['US-CO', [mountain], '303 719 720 748 970 983'],
  ['US-CT', [eastern], '203 475 860 959'],
  ['US-DE', [eastern], '302'],
  ['US-DC', [eastern], '202 771'],
  ['US-FL', [eastern], '239 305 321 324 352 386 407 561 645 656 689 727 728 754 772 786 813 863 904 941 954'],
  ['US-FL', [eastern, central], '448 850'],
  ['US-GA', [eastern], '229 404 470 478 678 706 762 770 912 943'],
  ['US-HI', ['Pacific/Honolulu'], '808'],
  ['US-ID', [mountain, pacific], '208 986'],
  ['US-IL', [central], '217 224 309 312 331 447 464 618 630 708 730 773 779 815 847 861 872'],
  ['US-IN', [eastern], '260 317 463 765'],
  ['US-IN', [eastern, central], '219 574 812 930'],
  ['US-IA', [central], '319 515 563 641 712'],
  ['US-KS', [central], '316 913'],
  ['US-KS', [central, mountain], '620 785'],
  ['US-KY', [eastern], '502 859'],
  ['US-KY', [eastern, central], '270 364 606'],
  ['US-LA', [central], '225 318 337 457 504 985'],
  ['US-ME', [eastern], '207'],
  ['US-MD', [eastern], '227 240 301 410 443 667'],
  ['US-MA', [eastern], '339 351 413 508 617 774 781 857 978'],
  ['US-MI', [eastern], '231 248 269 313 517 586 616 679 734 810 947 989'],
  ['US-MI', [eastern, central], '906'],
  ['US-MN', [central], '218 320 507 612 651 763 924 952'],
  ['US-MS', [central], '228 471 601 662 769'],
  ['US-MO', [central], '235 314 417 557 573 636 660 816 975'],
  ['US-MT', [mountain], '406'],
  ['US-NE', [central], '402 531'],
  ['US-NE', [central, mountain], '308'],
  ['US-NV', [pacific], '702 725'],
  ['US-NV', [pacific, mountain], '775'],
  ['US-NH', [eastern], '603'],
  ['US-NJ', [eastern], '201 551 609 640 732 848 856 862 908 973'],
  ['US-NM', [mountain], '505 575'],
  ['US-NY', [eastern], '212 315 329 332 347 363 516 518 585 607 624 631 646 680 716 718 838 845 914 917 929 934'],
  ['US-NC', [eastern], '252 336 472 704 743 828 910 919 980 984'],
  ['US-ND', [central, mountain], '701'],
  ['US-OH', [eastern], '216 220 234 283 326 330 380 419 436 440 513 567 614 740 937'],
  ['US-OK', [central], '405 539 572 580 918'],
  ['US-OR', [pacific], '503 971'],
  ['US-OR', [pacific, mountain], '458 541'],
  ['US-PA', [eastern], '215 223 267 272 412 445 484 570 582 610 717 724 814 835 878'],
  ['US-RI', [eastern], '401'],
  ['US-SC', [eastern], '803 821 839 843 854 864'],
  ['US-SD', [central, mountain], '605'],
  ['US-TN', [eastern], '865'],
  ['US-TN', [central], '615 629 731 901 931'],
  ['US-TN', [eastern, central], '423 729'],
  [
    'US-TX',
    [central],
    '210 214 254 281 325 346 361 409 430 469 512 621 682 713 726 737 806 817 830 832 903 936 940 945 956 972 979',
  ],
  ['US-TX', [central, mountain], '432'],
  ['US-TX', [mountain], '915'],
  ['US-UT', [mountain], '385 435 801'],
  ['US-VT', [eastern], '802'],
  ['US-VA', [eastern], '276 434 540 571 686 703 757 804 826 948'],
  ['US-WA', [pacific], '206 253 360 425 509 564'],
  ['US-WV', [eastern], '304 681'],
  ['US-WI', [central], '262 274 353 414 534 608 715 920'],
  ['US-WY', [mountain], '307'],
  ['US-PR', ['America/Puerto_Rico'], '787 939'],
  ['US-VI', ['America/St_Thomas'], '340'],
  ['US-GU', ['Pacific/Guam'], '671'],
  ['US-AS', ['Pacific/Pago_Pago'], '684'],
  ['US-MP', ['Pacific/Saipan'], '670'],
  ['CA-AB', ['America/Edmonton'], '368 403 587 780 825'],
  ['CA-BC', ['America/Vancouver'], '604'],
  ['CA-BC', ['America/Vancouver', 'America/Edmonton'], '236 250 257 672 778'],
  ['CA-MB', ['America/Winnipeg'], '204 431 584'],
  ['CA-NB', ['America/Moncton'], '428 506'],
  ['CA-NL', ['America/St_Johns', atlantic], '709 879'],
  ['CA-NS', [atlantic], '782 902'],
  ['CA-ON', ['America/Toronto'], '226 249 289 343 365 382 416 437 519 548 613 647 683 705 742 753 905 942'],
  ['CA-ON', ['America/Toronto', 'America/Winnipeg'], '807'],
  ['CA-QC', ['America/Toronto'], '263 354 438 450 468 514 579 819 873'],
  ['CA-QC', ['America/Toronto', atlantic], '367 418 581'],
  ['CA-SK', ['America/Regina'], '306 474 639'],
  ['CA-YT', ['America/Whitehorse', 'America/Edmonton', 'America/Winnipeg', 'America/Toronto'], '867'],
  // Other countries: another price, another law, and often meant by whoever steals.
  ['AG', ['America/Antigua'], '268'],
  ['AI', ['America/Anguilla'], '264'],
  ['BB', ['America/Barbados'], '246'],
  ['BM', ['Atlantic/Bermuda'], '441'],
  ['BS', ['America/Nassau'], '242'],
  ['DM', ['America/Dominica'], '767'],
  ['DO', ['America/Santo_Domingo'], '809 829 849'],
  ['GD', ['America/Grenada'], '473'],
  ['JM', ['America/Jamaica'], '658 876'],
  ['KN', ['America/St_Kitts'], '869'],
  ['KY', ['America/Cayman'], '345'],
  ['LC', ['America/St_Lucia'], '758'],
  ['MS', ['America/Montserrat'], '664'],
  ['SX', ['America/Lower_Princes'], '721'],
  ['TC', ['America/Grand_Turk'], '649'],
  ['TT', ['America/Port_of_Spain'], '868'],
  ['VC', ['America/St_Vincent'], '784'],
  ['VG', ['America/Tortola'], '284'],
];

/** Where the table says otherwise than the reference data, and why. */
export const departures: readonly (readonly [codes: string, reason: string])[] = [
  ['357 436 457 471 621 624 679 729 764 837 861 924', 'Assigned by NANPA; the reference data does not have it yet.'],
  ['236 257 672 778', 'Overlays all of British Columbia, whose east keeps Mountain time, as the data says of 250.'],
  ['364', 'Overlays 270, most of which keeps Central time.'],
  ['367 581', 'Overlays 418, to which the Magdalen Islands (Atlantic time) belong.'],
  ['432', 'The north-west of Culberson County, Texas, keeps Mountain time.'],
  ['448', 'Overlays 850: Pensacola keeps Central time.'],
  ['458', 'Overlays 541: most of Malheur County, Oregon, keeps Mountain time.'],
  ['474', 'Overlays 306: Saskatchewan does not change its clocks.'],
  ['689', 'Orlando keeps Eastern time, as the data says of 407, which it overlays.'],
  ['709 879', 'Labrador’s west keeps Halifax’s time; nobody there keeps Puerto Rico’s.'],
  ['867', 'Yukon keeps Whitehorse’s time since 2020, no longer Vancouver’s.'],
  ['907', 'Adak keeps Hawaii-Aleutian time and changes its clocks; nobody in Alaska keeps Honolulu’s.'],
  ['930', 'Overlays 812: Evansville keeps Central time.'],
];

export const areaCodes: ReadonlyMap<string, Place> = new Map(
  table.flatMap(([region, zones, codes]) => codes.split(' ').map((code) => [code, { region, zones }] as const)),
);

/**
 * The country (ISO 3166-1) of an area code of the North American plan; the territories of the United States are `US`.
 * Null: toll-free, or unknown.
 */
export const countryOfAreaCode = (areaCode: string): string | null =>
  areaCodes.get(areaCode)?.region.slice(0, 2) ?? null;

/** Countries of other calling codes, with the zones they (nearly all) lie in, of many the outermost. */
const countries: readonly (readonly [code: string, ...zones: string[]])[] = [
  ['+353', 'Europe/Dublin'],
  ['+44', 'Europe/London'],
  ['+27', 'Africa/Johannesburg'],
  ['+33', 'Europe/Paris'],
  ['+34', 'Europe/Madrid'],
  ['+31', 'Europe/Amsterdam'],
  ['+32', 'Europe/Brussels'],
  ['+39', 'Europe/Rome'],
  ['+41', 'Europe/Zurich'],
  ['+43', 'Europe/Vienna'],
  ['+45', 'Europe/Copenhagen'],
  ['+46', 'Europe/Stockholm'],
  ['+47', 'Europe/Oslo'],
  ['+48', 'Europe/Warsaw'],
  ['+49', 'Europe/Berlin'],
  ['+351', 'Europe/Lisbon'],
  ['+358', 'Europe/Helsinki'],
  ['+52', 'America/Tijuana', 'America/Cancun'],
  ['+55', 'America/Rio_Branco', 'America/Noronha'],
  ['+61', 'Australia/Perth', 'Australia/Sydney'],
  ['+62', 'Asia/Jakarta', 'Asia/Jayapura'],
  ['+64', 'Pacific/Auckland'],
  ['+65', 'Asia/Singapore'],
  ['+81', 'Asia/Tokyo'],
  ['+91', 'Asia/Kolkata'],
];

/** Both ends of the fifty states: whoever may be written to in both may be in all between. */
const unitedStates = [eastern, 'Pacific/Honolulu'];
/** The block of Twilio's test numbers: no phone has one, and nobody is woken. */
const ringsNowhere = /^\+1500555\d{4}$/;

/**
 * The zones whose night counts for a number (E.164): where it is at home. One of the North American plan that does not
 * say where (toll-free, personal, an area code that nobody listed) may be anywhere in the United States. Any other that
 * does not say so goes by `fallback`, the zone of the business.
 */
export function zonesOf(number: string, fallback: string): readonly string[] {
  const place = placeOf(number);
  if (place !== null) return place.zones;
  if (number.startsWith('+1') && !ringsNowhere.test(number)) return unitedStates;
  return [IANAZone.isValidZone(fallback) ? fallback : eastern];
}

/** Where a number (E.164) is at home, null when it doesn't say: toll-free, a code nobody listed, a country of many zones. */
export function placeOf(number: string): Place | null {
  if (number.startsWith('+1')) return areaCodes.get(number.slice(2, 5)) ?? null;
  const country = countries.find(([code]) => number.startsWith(code));
  if (country === undefined) return null;
  const [region, ...zones] = country;
  return { region, zones };
}
