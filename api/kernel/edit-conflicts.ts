import type { EditConflictError } from '../../domain/kernel/edit.ts';
import type { ReadModels } from '../../projections/read-models.ts';
import type { EditChange } from '../contract/index.ts';
import { ApiError } from './errors.ts';
import { apiName } from './names.ts';

/** The 409 of an edit that somebody else was faster with, with their names: `{ revision, changes: [{ field, was, now, by, at }] }`. */
export async function namedConflict(
  readModels: Pick<ReadModels, 'user'>,
  { message, revision, changes }: EditConflictError,
): Promise<ApiError> {
  const ids = [...new Set(changes.flatMap(({ by }) => (by === null ? [] : [by])))];
  const names = new Map(
    await Promise.all(
      ids.map(async (id): Promise<[string, string | null]> => {
        const user = await readModels.user(id);
        return [id, user === null ? null : `${user.firstName} ${user.lastName}`.trim() || user.email];
      }),
    ),
  );
  const named: EditChange[] = changes.map(({ field, was, now, by, at }) => ({
    field: apiName(field),
    was,
    now,
    by: by === null ? null : (names.get(by) ?? null),
    at,
  }));
  return new ApiError('edit_conflict', message, { details: { revision, changes: named } });
}
