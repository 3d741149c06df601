/** What the stand-in keeps of registrations. Instants are milliseconds since 1970, UTC. */

/** One resource, in Twilio's own names. `kind`: its path. */
export interface Resource {
  readonly sid: string;
  readonly kind: Kind;
  readonly accountSid: string;
  /** Of a part: what it belongs to. */
  readonly parent: string | null;
  readonly createdAt: number;
  updatedAt: number;
  fields: Readonly<Record<string, unknown>>;
  /** When a reviewer decides; null: nobody reviews it, or it is decided. */
  dueAt: number | null;
}
export type Kind =
  | 'profile'
  | 'product'
  | 'end-user'
  | 'document'
  | 'address'
  | 'assignment'
  | 'evaluation'
  | 'brand'
  | 'vetting'
  | 'service'
  | 'sender'
  | 'campaign'
  | 'sink'
  | 'subscription';

export type RegistrationLine =
  { readonly k: 'put'; readonly resource: Resource } | { readonly k: 'gone'; readonly sid: string };

export const prefixOf: Readonly<Record<Kind, string>> = {
  profile: 'BU',
  product: 'BU',
  'end-user': 'IT',
  document: 'RD',
  address: 'AD',
  assignment: 'BV',
  evaluation: 'EL',
  brand: 'BN',
  vetting: 'VT',
  service: 'MG',
  sender: 'PN',
  campaign: 'QE',
  sink: 'DG',
  subscription: 'DF',
};

/** Twilio’s policies by what they are for. */
export const policies = {
  primary: 'RN6433641899984f951173ef1738c3bdd0',
  secondary: 'RNdfbf3fae0e1107f8aded0e7cead80bf5',
  a2p: 'RNb0d4771c2c98518d916a3d4cd70a8f8b',
  starter: 'RN806dd6cd175f314e1f96a9727ee271f4',
  sole: 'RN670d5d2e282a6130ae063b234b6019c8',
} as const;
