import { z } from 'zod';
import { FactorKind, FactorRequirement, userFields } from '../../domain/users/fields.ts';
import { calls } from './calls.ts';
import { IdParams, Instant, Success } from './common.ts';

const anyRecoveryCode = 'k3m9p-x7qra-2vhtd';
/** A code of an authenticator app, as it is typed. */
const code = z
  .string({ error: 'Enter the code.' })
  .trim()
  .min(1, 'Enter the code.')
  .max(40)
  .meta({ examples: ['123456'] });
const recoveryCode = z
  .string()
  .trim()
  .min(1, 'Enter a recovery code.')
  .max(100)
  .meta({ examples: [anyRecoveryCode] });
const recoveryCodes = z.array(z.string().meta({ examples: [anyRecoveryCode] }));
const token = z.string().min(20).max(200);

export const SecondFactor = z.object({
  id: z.string(),
  kind: FactorKind,
  name: z.string(),
  /** Where a passkey works; null: everywhere. */
  host: z
    .string()
    .meta({ examples: ['app.example.com'] })
    .nullable(),
  added_at: Instant,
  last_used_at: Instant.nullable(),
});
export type SecondFactor = z.output<typeof SecondFactor>;
export const Security = z.object({
  second_factors: z.array(SecondFactor),
  recovery_codes_left: z.number().int(),
  /** Until when changes need no confirmation; null: it is asked for first (POST /security/confirm). */
  confirmed_until: Instant.nullable(),
});
export type Security = z.output<typeof Security>;

export const ConfirmIdentity = z.union([
  z.object({ code }),
  z.object({ password: z.string({ error: 'Enter your password.' }).min(1, 'Enter your password.').max(200) }),
]);
/** `uri` is what the QR code says, `secret` the same to type in; `token` finishes the setup within ten minutes. */
export const AuthenticatorProposal = z.object({
  data: z.object({
    token: z.string(),
    secret: z.string().meta({ examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'] }),
    uri: z
      .string()
      .meta({ examples: ['otpauth://totp/Example:bella%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Example'] }),
    expires_at: Instant,
  }),
});
export const AddAuthenticator = z.object({ token, code, name: userFields.factorName });
/** Shown this one time. Null: there are some already. */
export const SecondFactorAdded = z.object({ data: z.object({ recovery_codes: recoveryCodes.nullable() }) });
export const RecoveryCodes = z.object({ data: z.object({ recovery_codes: recoveryCodes }) });
export const RenameSecondFactor = z.object({ name: userFields.factorName });

/** What a browser's `navigator.credentials` takes or answers, as JSON (Web Authentication 3, section 5.1). */
const credential = z.record(z.string(), z.unknown());
/** `token` goes along with the device's answer, within ten minutes and once. */
export const PasskeyOptions = z.object({ data: z.object({ token: z.string(), options: credential }) });
export const AddPasskey = z.object({ token, response: credential, name: userFields.factorName });
/** With the `token` of a sign-in's second step, the person's own passkeys; without, whichever they choose. */
export const PasskeyQuestion = z.object({ token: token.optional() });
export const PasskeyAnswer = z.object({ token, response: credential, device: userFields.device });

/** `token`: of the answer to POST /login. */
export const SecondStepRequest = z.union([z.object({ token, recovery_code: recoveryCode }), z.object({ token, code })]);
export const SecondStepReply = z.object({ access_token: z.string() });

/** Whom the operator asks for a second factor; `operators` are admins and agencies. */
export const SignInPolicy = z.object({ second_factor: FactorRequirement });
export const SignInPolicyReply = z.object({ data: SignInPolicy });

export const securityCalls = calls('Security', {
  'POST /login/second-factor': {
    id: 'completeSignIn',
    who: 'public',
    summary: 'Finish a sign-in with the code of an authenticator app or a recovery code; answers the access token.',
    body: SecondStepRequest,
    reply: SecondStepReply,
  },
  'POST /login/passkey': {
    id: 'askForPasskey',
    who: 'public',
    summary: 'Begin to sign in with a passkey: as the second step, or in place of the password.',
    body: PasskeyQuestion,
    reply: PasskeyOptions,
  },
  'POST /login/passkey/confirm': {
    id: 'signInWithPasskey',
    who: 'public',
    summary: 'Finish a sign-in with what the device answered; answers the access token.',
    body: PasskeyAnswer,
    reply: SecondStepReply,
  },
  'POST /security/passkeys': {
    id: 'proposePasskey',
    who: 'any',
    summary: 'Begin to make a passkey. It works on the host that this is asked at.',
    reply: PasskeyOptions,
    secret: true,
  },
  'POST /security/passkeys/confirm': {
    id: 'addPasskey',
    who: 'any',
    summary: 'Finish it with what the device answered. The first second factor brings ten recovery codes.',
    body: AddPasskey,
    reply: SecondFactorAdded,
    secret: true,
  },
  'GET /security': {
    id: 'getSecurity',
    who: 'any',
    summary: 'What you sign in with besides your password. Refused while acting as someone else.',
    reply: Security,
  },
  'POST /security/confirm': {
    id: 'confirmIdentity',
    who: 'any',
    summary: 'Prove once more who you are; changes to your second factors are open for ten minutes then.',
    body: ConfirmIdentity,
    reply: Success,
    secret: true,
  },
  'POST /security/authenticators': {
    id: 'proposeAuthenticator',
    who: 'any',
    summary: 'Begin to set up an authenticator app.',
    reply: AuthenticatorProposal,
    secret: true,
  },
  'POST /security/authenticators/confirm': {
    id: 'addAuthenticator',
    who: 'any',
    summary: 'Finish it with the first code that the app shows. The first second factor brings ten recovery codes.',
    body: AddAuthenticator,
    reply: SecondFactorAdded,
    secret: true,
  },
  'PUT /security/factors/{id}': {
    id: 'renameSecondFactor',
    who: 'any',
    summary: 'Rename one of your second factors.',
    params: IdParams,
    body: RenameSecondFactor,
    reply: Success,
  },
  'DELETE /security/factors/{id}': {
    id: 'removeSecondFactor',
    who: 'any',
    summary: 'Remove one of your second factors; with the last one your recovery codes go too.',
    params: IdParams,
    reply: Success,
  },
  'POST /security/recovery-codes': {
    id: 'renewRecoveryCodes',
    who: 'any',
    summary: 'Make ten new recovery codes; the old ones stop working.',
    reply: RecoveryCodes,
    secret: true,
  },
  'GET /sign-in-policy': {
    id: 'getSignInPolicy',
    who: ['Admin'],
    summary: 'The users who must have a second factor.',
    reply: SignInPolicyReply,
  },
  'PUT /sign-in-policy': {
    id: 'changeSignInPolicy',
    who: ['Admin'],
    summary:
      'Say who has to have a second factor. Without one, their next sign-in leads to its setup and nowhere else.',
    body: SignInPolicy,
    reply: Success,
  },
});
