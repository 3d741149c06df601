import { createHash } from 'node:crypto';
import type { CompiledEmail } from '../../adapters/mjml/port.ts';
import { type EmailDesign } from '../../domain/email-design/model.ts';
import { emailBytes, unsubscribeField } from '../../domain/email-design/plain.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { type BusinessId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { type MadeVersion, EmailVersion, makeVersion } from '../../domain/emails/version.ts';
import { contactMergeFields, couponMergeFields } from '../../domain/personalization/fields.ts';
import { fieldsIn, fill, type Values } from '../../domain/personalization/template.ts';
import { streams } from '../../domain/streams.ts';
import { stateOf, type UnitOfWork, type CommandServices } from '../kernel/unit-of-work.ts';
import { publicAddress } from '../directory/public-address.ts';

/** A design with its subject, both with merge fields. */
export interface DesignedEmail {
  readonly subject: string;
  readonly design: EmailDesign;
}

/** A version that recipients can be given, and which merge fields it asks for. */
export interface VersionOfEmail {
  readonly versionId: string;
  readonly fields: readonly string[];
  /** Of its HTML, merged with sample values. */
  readonly bytes: number;
  readonly compiled: CompiledEmail;
}

/** Compiles a design. Refused (`validation_failed`, field `design`) when email programs would clip it. */
export async function compileEmail(
  world: CommandServices,
  { design, subject }: DesignedEmail,
  base: string,
): Promise<Omit<VersionOfEmail, 'versionId'>> {
  if (world.emailCompiler === undefined) throw new DomainError('unavailable', 'Emails can’t be compiled here.');
  const compiled = await world.emailCompiler.compile({ design, subject, base });
  const fields = [...new Set([compiled.subject, compiled.html, compiled.text].flatMap(fieldsIn))].filter(
    (field) => field !== unsubscribeField,
  );
  return { compiled, fields, bytes: bytesOf(compiled) };
}

/** Of the HTML with values of common length: what an email program counts. */
export const bytesOf = ({ html }: Pick<CompiledEmail, 'html'>, values: Values = sample): number =>
  Buffer.byteLength(fill(html, values, 'html'));
const sample: Values = {
  ...contactMergeFields,
  ...couponMergeFields,
  business_name: 'A business of some name',
  business_address: '1 Some Street, Some Town, CA 90000, United States',
  [unsubscribeField]: `https://example.com/unsubscribe/email/${'x'.repeat(60)}/${'x'.repeat(36)}`,
};

/**
 * Keeps a design as it is compiled now, once for the same: broadcasts and tests name the version in each recipient's
 * `EmailQueued` (`content`). Twice, at once or after a crash it is the same stream with one event.
 */
export async function keepVersion(
  world: CommandServices,
  work: UnitOfWork,
  { businessId, agencyId }: { readonly businessId: BusinessId; readonly agencyId: string | null },
  email: DesignedEmail,
): Promise<VersionOfEmail> {
  const made = await compileEmail(world, email, await publicAddress(world, agencyId));
  if (made.bytes > emailBytes.most)
    throw new DomainError(
      'validation_failed',
      `This email has ${Math.ceil(made.bytes / 1024)} KB. Gmail cuts off what comes after 102 KB: make it shorter, at most 100 KB.`,
      { design: ['This email is too long: at most 100 KB.'] },
    );
  return { versionId: await keepCompiled(work, businessId, made.compiled), ...made };
}

/** Keeps what an email is to be, once for the same. Answers its id. */
export async function keepCompiled(
  work: UnitOfWork,
  businessId: BusinessId,
  { subject, html, text }: Pick<CompiledEmail, 'subject' | 'html' | 'text'>,
): Promise<string> {
  const hash = createHash('sha256')
    .update(JSON.stringify([subject, html, text]))
    .digest('hex');
  const versionId = uuidV5(namespaces.message, businessId, 'mail-version', hash);
  await work.change({
    stream: streams.emailVersion(versionId),
    aggregate: EmailVersion,
    decide: (state) =>
      makeVersion({ versionId, businessId, hash, subject: [...subject], html: [...html], text: [...text] }, state),
  });
  return versionId;
}

/** Versions never change: of those that are being sent each is read once. */
const known = new WeakMap<CommandServices, Map<string, MadeVersion>>();
const maxKnown = 50;
export async function versionOf(world: CommandServices, versionId: string): Promise<MadeVersion | null> {
  const versions = known.get(world) ?? new Map<string, MadeVersion>();
  known.set(world, versions);
  const kept = versions.get(versionId);
  if (kept !== undefined) return kept;
  const found = stateOf(EmailVersion, await world.events.read(streams.emailVersion(versionId)));
  if (found.status === 'none') return null;
  versions.set(versionId, found);
  if (versions.size > maxKnown) versions.delete(versions.keys().next().value!);
  return found;
}
