import { z } from 'zod';
import { emailAddress, line, optionalLine, timezone } from '../kernel/fields.ts';
import { E164 } from '../sms/values.ts';
import { personal } from '../kernel/personal.ts';

export const Role = z.enum(['Admin', 'Agency', 'Business']);
export type Role = z.output<typeof Role>;

/** How someone proves who they are beyond the password. */
export const FactorKind = z.enum(['authenticator', 'passkey']);
export type FactorKind = z.output<typeof FactorKind>;
/** What a second factor or a recovery code is shown for. */
export const FactorPurpose = z.enum(['sign-in', 'confirmation']);
export type FactorPurpose = z.output<typeof FactorPurpose>;

/** Whom the operator asks for a second factor. `operators`: admins and agencies, who act as others. */
export const FactorRequirement = z.enum(['none', 'admins', 'operators', 'all']);
export type FactorRequirement = z.output<typeof FactorRequirement>;

const longest = { person: 100, avatar: 500, factorName: 60, reason: 500 } as const;
const colorScheme = z.enum(['auto', 'light', 'dark']);

/** What events say of a user. */
export const storedUser = {
  email: personal(z.email()),
  firstName: personal(z.string().max(longest.person)),
  lastName: personal(z.string().max(longest.person)),
  /** The address of an uploaded picture, null: none. */
  avatar: personal(z.string().nullable()),
  /** Their own mobile number, where alerts of automations reach them; null: they have given none. */
  phone: personal(E164.nullable()),
  settings: { pushNotifications: z.boolean(), timezone: z.string().nullable(), colorScheme },
  /** What someone calls a second factor, such as the phone it is on. */
  factorName: personal(z.string().max(longest.factorName)),
  /** Why an admin reset someone's second factor. */
  resetReason: personal(z.string().max(longest.reason)),
} as const;

/** What people may enter, and what they are told otherwise. */
export const userFields = {
  email: emailAddress,
  firstName: line('The first name', longest.person),
  lastName: optionalLine('The last name', longest.person).transform((name) => name ?? ''),
  avatar: z.string().max(longest.avatar).nullable(),
  /** As it is typed; '': none. */
  phone: z.string().trim().max(40),
  newPassword: z
    .string()
    .min(8, 'A password has at least 8 characters.')
    .max(200, 'A password can have at most 200 characters.'),
  /** To compare with one that is kept: no rule of today applies. */
  password: z.string().max(200),
  settings: { pushNotifications: z.boolean(), timezone: timezone.nullable(), colorScheme },
  factorName: line('The name', longest.factorName),
  /** What a browser calls itself: random, kept by it; left out by programs. */
  device: z
    .string()
    .min(16)
    .max(100)
    .meta({ examples: ['5b1f0c2e9a7d4c36b8e1f0a2c3d4e5f6'] })
    .optional(),
  resetReason: line('The reason', longest.reason),
} as const;
