import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { SafeImage } from '../../adapters/images/port.ts';
import { FileTooLarge } from '../../adapters/storage/port.ts';
import { ApiError, validationFailed } from './errors.ts';
import { mediaIdOf, mediaUrl } from './media-address.ts';
import type { ApiParts } from './parts.ts';
import type { Call } from './route.ts';
import { findUnstorableText } from './text.ts';

/** What a picture is for: sent as MMS, a business's own (logo, pages), or an agency's brand. */
export type PicturePurpose = 'message' | 'business' | 'brand';

export interface PictureRules {
  readonly purpose: PicturePurpose;
  /** Whose it is; left out: the session's agency. */
  readonly agencyId?: string;
  /** Of the file as it is uploaded. */
  readonly maxBytes: number;
  /** px; wider pictures are made smaller. */
  readonly maxWidth: number;
  /** px; variants to keep besides it. */
  readonly widths?: readonly number[];
  /** Of what is kept; default: `maxBytes`. */
  readonly keptBytes?: number;
  /** It is to be sent: it becomes what carriers take. */
  readonly sendable?: boolean;
}

/**
 * `path`: its address on every host that serves the application, so that a brand's pages name no other host; `url`: the
 * whole address, for carriers.
 * `variants`: paths of the same picture at other widths in px. `fields`: what else the form held.
 */
export interface KeptPicture {
  readonly path: string;
  readonly url: string;
  readonly contentType: string;
  readonly size: number;
  readonly width: number;
  readonly height: number;
  readonly variants: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string>>;
}

/** Of one person in an hour: enough for anybody who works, too little to fill a disk. */
const perHour = 300;

/** Reads the one picture of a form, makes it safe and keeps it. 415 for no form, 413 for too much, 422 for what is no picture. */
export async function acceptPicture(call: Call, rules: PictureRules): Promise<KeptPicture> {
  const { parts, session } = call;
  const { bytes, fields } = await readForm(call, rules.maxBytes);
  await parts.rateLimits.take([{ key: `pictures:${session.userId}`, max: perHour, windowMs: 3_600_000 }]);
  const { image, variants } = await parts.images.process(bytes, {
    tenant: session.businessId ?? session.agencyId ?? session.userId,
    maxWidth: rules.maxWidth,
    widths: rules.widths ?? [],
    maxBytes: rules.keptBytes ?? rules.maxBytes,
    sendable: rules.sendable ?? false,
  });
  const kept = await keep(call, image, rules, null);
  const paths: Record<string, string> = {};
  for (const [width, variant] of Object.entries(variants))
    paths[width] = `/media/${(await keep(call, variant, rules, kept.id)).id}`;
  return {
    path: `/media/${kept.id}`,
    url: mediaUrl(parts.config.publicUrl, kept.id),
    contentType: image.contentType,
    size: kept.size,
    width: image.width,
    height: image.height,
    variants: paths,
    fields,
  };
}

async function readForm(
  { request }: Call,
  maxBytes: number,
): Promise<{ bytes: Uint8Array; fields: Record<string, string> }> {
  if (!request.isMultipart())
    throw new ApiError('unsupported_content_type', 'Send the picture as a form with one file.');
  let bytes: Uint8Array | null = null;
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  try {
    for await (const part of request.parts({
      limits: { fileSize: maxBytes, files: 1, fields: 10, parts: 12, fieldSize: 1024, fieldNameSize: 100 },
    })) {
      if (part.type === 'file') bytes = await part.toBuffer();
      else if (typeof part.value === 'string') fields[part.fieldname] = part.value;
    }
  } catch (error) {
    // What the reader of forms itself says (too large, too many) has a status; anything else is a form that ends in the middle.
    if (error instanceof Error && 'statusCode' in error) throw error;
    throw new ApiError('malformed_request', 'The form could not be read.');
  }
  if (bytes === null) throw validationFailed({ file: ['Choose a picture.'] });
  const unstorable = findUnstorableText(fields, '');
  if (unstorable !== null)
    throw validationFailed({ [unstorable]: ['This text holds characters that cannot be stored.'] });
  return { bytes, fields: { ...fields } };
}

async function keep(
  { parts, session }: Call,
  image: SafeImage,
  rules: PictureRules,
  originalId: string | null,
): Promise<{ id: string; size: number }> {
  const id = randomBytes(16).toString('base64url');
  const { key, size } = await parts.storage
    .put(image.bytes, rules.keptBytes ?? rules.maxBytes)
    .catch((error: unknown) => {
      throw error instanceof FileTooLarge ? new ApiError('payload_too_large', 'This picture is too large.') : error;
    });
  await sql`insert into ops.media (id, storage_key, content_type, size, user_id, business_id, agency_id, purpose, original_id,
      width, height, created_at)
    values (${id}, ${key}, ${image.contentType}, ${size}, ${session.userId}, ${session.businessId}, ${rules.agencyId ?? session.agencyId},
      ${rules.purpose}, ${originalId}, ${image.width}, ${image.height}, ${parts.now()})`.execute(parts.db);
  return { id, size };
}

/** Whether this is a picture that the business uploaded for itself, so that no address from elsewhere becomes part of its pages. */
export async function isPictureOf(
  { db, config }: Pick<ApiParts, 'db' | 'config'>,
  url: string,
  businessId: string,
): Promise<boolean> {
  const id = mediaIdOf(config.publicUrl, url);
  if (id === null) return false;
  const { rows } =
    await sql`select 1 from ops.media where id = ${id} and business_id = ${businessId} and purpose = 'business'`.execute(
      db,
    );
  return rows.length > 0;
}

/**
 * Removes a picture and its variants when it belongs to this owner and was uploaded for this purpose; false when there
 * is no such picture. Bytes
 * that another picture shares stay.
 */
export async function removePicture(
  { db, storage, config }: Pick<ApiParts, 'db' | 'storage' | 'config'>,
  url: string,
  owner:
    | { readonly purpose: PicturePurpose; readonly businessId: string }
    | { readonly purpose: PicturePurpose; readonly agencyId: string },
): Promise<boolean> {
  const id = mediaIdOf(config.publicUrl, url);
  if (id === null) return false;
  const theirs =
    'businessId' in owner ?
      sql`business_id = ${owner.businessId}`
    : sql`agency_id = ${owner.agencyId} and business_id is null`;
  const { rows } = await sql<{ storage_key: string }>`
    with mine as (select id from ops.media where id = ${id} and purpose = ${owner.purpose} and original_id is null and ${theirs})
    delete from ops.media where id in (select id from mine) or original_id in (select id from mine) returning storage_key`.execute(
    db,
  );
  for (const { storage_key: key } of rows) if (!(await isKept(db, key))) await storage.delete(key);
  return rows.length > 0;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- any tables
async function isKept(db: Kysely<any>, key: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ops.media where storage_key = ${key} limit 1`.execute(db);
  return rows.length > 0;
}
