import { readState, stateNames } from './states.ts';

/**
 * Everything that can be known of a contact besides name, number and tags, each said once here. Events, forms, pages,
 * imports, exports, filters, automations, merge fields, webhooks and their labels are made from this list: an attribute
 * that is added works in all of them. All of it is personal. Runs in browsers as well.
 */
interface Declared {
  /** In the API, in filters and as the target of a column of a file. */
  readonly apiName: string;
  /** What people read, everywhere. */
  readonly label: string;
  /** As it is typed: the example of the API, and what a preview shows. */
  readonly sample: string;
  /**
   * Events and forms have had it from their first version, so it is always there. One that came later may be missing,
   * and gives way to a custom field of the same key, which texts of the business may contain already.
   */
  readonly original?: true;
  /** The search over contacts looks into it. */
  readonly searched?: true;
  /** `{{company}}` in texts; left out: the API's name. For life, as stored texts say it. */
  readonly mergeName?: string;
  /** What columns of files that hold it are called, in lower case, letters and digits only. */
  readonly aliases: readonly string[];
  /** How a page asks for it: `Show<name>` and `<name>Required` in its section `inputs`. */
  readonly page: {
    readonly name: string;
    /** The field of the section that holds its placeholder, for a day its label, and what stands there at first. */
    readonly words: string;
    readonly initial: string;
    readonly isRequired?: true;
    /** The answer's name in the API; left out: `apiName`. */
    readonly answer?: string;
    /** What browsers fill in (HTML, autofill); left out: nothing. */
    readonly autoComplete?: string;
    /** What is said where it is missing; left out: “Enter your <label>.” */
    readonly missing?: string;
  };
}
/** `max`: characters that are kept. */
type Kept =
  | { readonly kind: 'email' | 'text' | 'url' | 'zip'; readonly max: number }
  /** `MM-DD`; 02-29 is one. */
  | { readonly kind: 'day-of-year'; readonly max: 5 }
  /**
   * `options`: what can be chosen, by what is kept. `read`: it as people write it, null where it is none; left out: by
   * what is kept or by its name, in upper or lower case.
   */
  | {
      readonly kind: 'choice';
      readonly max: number;
      readonly options: Readonly<Record<string, string>>;
      readonly read?: (typed: string) => string | null;
      readonly refusal: string;
      /** It is typed and not picked: there are too many, or more than are offered. */
      readonly isTyped?: true;
    };
export type Attribute = Declared & Kept;
export type AttributeKind = Attribute['kind'];

/** One of the options, as people write it; null: it is none. */
export function readChoice({ options, read }: Extract<Attribute, { kind: 'choice' }>, typed: string): string | null {
  if (read !== undefined) return read(typed);
  const wanted = typed.trim().toLowerCase();
  const found = Object.entries(options).find((names) => names.some((name) => name.toLowerCase() === wanted));
  return found?.[0] ?? null;
}

export const attributes = {
  email: {
    apiName: 'email',
    label: 'Email address',
    kind: 'email',
    max: 254,
    sample: 'ann@example.com',
    original: true,
    searched: true,
    aliases: [
      ...['email', 'emailaddress', 'mail', 'mailaddress', 'emailid', 'email1', 'email1value', 'primaryemail', 'correo'],
      ...['courriel', 'adresseemail'],
    ],
    page: {
      name: 'Email',
      words: 'EmailPlaceholder',
      initial: 'you@example.com',
      isRequired: true,
      autoComplete: 'email',
    },
  },
  birthday: {
    apiName: 'birthday',
    label: 'Birthday',
    kind: 'day-of-year',
    max: 5,
    sample: '05/17',
    original: true,
    aliases: ['birthday', 'birthdate', 'dateofbirth', 'dob', 'bday', 'geburtstag', 'anniversaire'],
    page: {
      name: 'Birthday',
      words: 'BirthdayLabel',
      initial: 'Birthday',
      autoComplete: 'bday',
      missing: 'Enter your birthday as mm/dd.',
    },
  },
  anniversary: {
    apiName: 'anniversary',
    label: 'Anniversary',
    kind: 'day-of-year',
    max: 5,
    sample: '06/21',
    original: true,
    aliases: ['anniversary', 'anniversarydate', 'weddinganniversary'],
    page: {
      name: 'Anniversary',
      words: 'AnniversaryLabel',
      initial: 'Anniversary',
      missing: 'Enter your anniversary as mm/dd.',
    },
  },
  companyName: {
    apiName: 'company_name',
    label: 'Company',
    kind: 'text',
    max: 120,
    sample: 'Miller & Co',
    original: true,
    searched: true,
    mergeName: 'company',
    aliases: [
      ...['company', 'companyname', 'organization', 'organisation', 'business', 'businessname', 'employer', 'firma'],
    ],
    page: {
      name: 'BusinessName',
      words: 'BusinessNamePlaceholder',
      initial: 'Business name',
      answer: 'business_name',
      autoComplete: 'organization',
      missing: 'Enter the name of your business.',
    },
  },
  website: {
    apiName: 'website',
    label: 'Website',
    kind: 'url',
    max: 200,
    sample: 'https://miller.example',
    original: true,
    searched: true,
    aliases: ['website', 'web', 'url', 'homepage', 'site', 'websiteurl'],
    page: { name: 'WebsiteUrl', words: 'WebsitePlaceholder', initial: 'example.com', autoComplete: 'url' },
  },
  /** Where they live; texts keep the quiet hours there. */
  state: {
    apiName: 'state',
    label: 'State',
    kind: 'choice',
    max: 2,
    options: stateNames,
    read: readState,
    refusal: 'Enter a U.S. state, like CA.',
    isTyped: true,
    sample: 'CA',
    aliases: ['state', 'stateprovince', 'statecode'],
    page: { name: 'State', words: 'StatePlaceholder', initial: 'CA', autoComplete: 'address-level1' },
  },
  zip: {
    apiName: 'zip',
    label: 'ZIP code',
    kind: 'zip',
    max: 10,
    sample: '94110',
    searched: true,
    aliases: ['zip', 'zipcode', 'postalcode', 'postcode', 'postal'],
    page: { name: 'Zip', words: 'ZipPlaceholder', initial: '94110', autoComplete: 'postal-code' },
  },
} as const satisfies Readonly<Record<string, Attribute>>;

type Attributes = typeof attributes;
/** Its name in code and in events. */
export type AttributeName = keyof Attributes;
export const attributeNames = Object.keys(attributes) as readonly AttributeName[];
export const isAttribute = (name: string): name is AttributeName => Object.hasOwn(attributes, name);
/** The entry as any attribute is: with what only some of them say. */
export const attributeOf = (name: AttributeName): Attribute => attributes[name];

export type ApiNames = { readonly [N in AttributeName]: Attributes[N]['apiName'] };
export type ApiName = ApiNames[AttributeName];
export const attributeByApiName = Object.fromEntries(
  attributeNames.map((name) => [attributes[name].apiName, name]),
) as { readonly [N in AttributeName as ApiNames[N]]: N };
export const isApiName = (name: string): name is ApiName => Object.hasOwn(attributeByApiName, name);

export type AttributesOf<K extends AttributeKind> = {
  [N in AttributeName]: Attributes[N]['kind'] extends K ? N : never;
}[AttributeName];
export const attributesOf = <K extends AttributeKind>(...kinds: readonly K[]): readonly AttributesOf<K>[] =>
  attributeNames.filter((name): name is AttributesOf<K> =>
    (kinds as readonly string[]).includes(attributes[name].kind),
  );
export type ApiNamesOf<K extends AttributeKind> = ApiNames[AttributesOf<K>];
export const apiNames: readonly ApiName[] = attributeNames.map((name) => attributes[name].apiName);
/** The API's names of all attributes of some kinds. */
export const apiNamesOf = <K extends AttributeKind>(...kinds: readonly K[]): readonly ApiNamesOf<K>[] =>
  apiNames.filter((name): name is ApiNamesOf<K> => kinds.some((kind) => isOfKind(name, kind)));
export const isOfKind = <K extends AttributeKind>(name: string, kind: K): name is ApiNamesOf<K> =>
  isApiName(name) && attributes[attributeByApiName[name]].kind === kind;

/** The attributes that came after the first version of events and forms. */
export type LaterName = { [N in AttributeName]: Attributes[N] extends { original: true } ? never : N }[AttributeName];
export const isLater = (name: AttributeName): name is LaterName => attributeOf(name).original !== true;

/** Something of each attribute, by its name. */
export const eachAttribute = <T>(make: (name: AttributeName, attribute: Attribute) => T): Record<AttributeName, T> =>
  Object.fromEntries(attributeNames.map((name) => [name, make(name, attributes[name])])) as Record<AttributeName, T>;
/** Something of each attribute, by the API's name. */
export const eachByApiName = <T>(make: (name: AttributeName, attribute: Attribute) => T): Record<ApiName, T> =>
  Object.fromEntries(attributeNames.map((name) => [attributes[name].apiName, make(name, attributes[name])])) as Record<
    ApiName,
    T
  >;

type InApiNames<G> = { [N in keyof G & AttributeName as ApiNames[N]]: G[N] };
/** What is said by name, by the names of the API. */
export const inApiNames = <G extends Readonly<Record<AttributeName, unknown>>>(given: G): InApiNames<G> =>
  eachByApiName((name) => given[name]) as InApiNames<G>;
type FromApiNames<G extends Readonly<Partial<Record<ApiName, unknown>>>> = {
  [N in Exclude<AttributeName, LaterName>]: G[ApiNames[N]];
} & { [N in LaterName]?: Exclude<G[ApiNames[N]], undefined> };
/** The attributes in a body of the API, by name. What is left out there is left out here. */
export const fromApiNames = <G extends Readonly<Partial<Record<ApiName, unknown>>>>(given: G): FromApiNames<G> =>
  Object.fromEntries(
    attributeNames.flatMap((name) => {
      const value = given[attributes[name].apiName];
      return value === undefined ? [] : [[name, value]];
    }),
  ) as FromApiNames<G>;

/** What something says of attributes; what it leaves out it does not speak of. */
export type Said = Readonly<{ [N in AttributeName]?: string | null | undefined }>;
/** The attributes in something that also says more. What is left out there is left out here. */
export function attributesIn(given: Said): Partial<Record<AttributeName, string | null>> {
  const found: Partial<Record<AttributeName, string | null>> = {};
  for (const name of attributeNames) {
    const value = given[name];
    if (value !== undefined) found[name] = value;
  }
  return found;
}
/** All attributes, null for what is left out. */
export const knownIn = (given: Said): Readonly<Record<AttributeName, string | null>> =>
  eachAttribute((name) => given[name] ?? null);

export const mergeNameOf = (name: AttributeName): string => attributeOf(name).mergeName ?? attributes[name].apiName;
type MergeNames = {
  readonly [N in AttributeName]: Attributes[N] extends { mergeName: infer M extends string } ? M : ApiNames[N];
};
/** Something of each attribute, by its name in texts. */
export const byMergeName = <T>(
  make: (name: AttributeName, attribute: Attribute) => T,
  names: readonly AttributeName[] = attributeNames,
): Record<MergeNames[AttributeName], T> =>
  Object.fromEntries(names.map((name) => [mergeNameOf(name), make(name, attributes[name])])) as Record<
    MergeNames[AttributeName],
    T
  >;
/** The attribute that a merge field stands for; null: it is for something else. */
export const attributeByMergeName = (merge: string): AttributeName | null =>
  attributeNames.find((name) => mergeNameOf(name) === merge) ?? null;
/** Characters that people may type for it. */
export const longestTyped = ({ kind, max }: Attribute): number =>
  kind === 'choice' ? 40
  : kind === 'zip' || kind === 'day-of-year' ? 20
  : max;

/** The attribute that a page asks for by this name. */
export const attributeByAsked = (asked: Attributes[AttributeName]['page']['name']): AttributeName =>
  attributeNames.find((name) => attributes[name].page.name === asked)!;
/** A label within a sentence. */
export const inSentence = (label: string): string =>
  /^\p{Lu}(?!\p{Lu})/u.test(label) ? `${label[0]!.toLowerCase()}${label.slice(1)}` : label;
