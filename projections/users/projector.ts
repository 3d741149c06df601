import { AgencyCreated, AgencyDetailsChanged } from '../../domain/agencies/events.ts';
import { BusinessCreated, BusinessDetailsChanged } from '../../domain/businesses/events.ts';
import {
  UserA2pConfirmed,
  UserAvatarChanged,
  UserEmailChanged,
  UserInvited,
  UserPasswordChanged,
  UserPasswordReset,
  UserPasswordSet,
  UserPhoneChanged,
  UserRegistered,
  UserRemoved,
  UserRenamed,
  UserSecondFactorAdded,
  UserSecondFactorRemoved,
  UserSecondFactorReset,
  UserSettingsChanged,
  UserSignedIn,
} from '../../domain/users/events.ts';
import { TeammateInvited, TeammateRoleChanged } from '../../domain/team/events.ts';
import type { EventDefinition } from '../../domain/kernel/event.ts';
import { defaultSettings } from '../../domain/users/user.ts';
import { perSchema } from '../engine/arrays.ts';
import type { Stored } from '../engine/events.ts';
import { handlers } from '../engine/handlers.ts';
import { type Change, changes, changingNames, changingValues, RecordFold, recordsFrom } from '../engine/records.ts';
import { createAll } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import {
  memberRoleTable,
  tenantNameTable,
  userCountTable,
  userIndexes,
  userModel,
  userTable,
} from '../tables/users.ts';

/** The tally by role moves with the rows that are new. */
const insertUsers = perSchema(
  (schema) => `
  with fresh as (
    insert into ${userTable.in(schema)} (id, position, ${changingNames(userTable)})
      select i.id, i.position, ${changingValues(userTable)} from ${recordsFrom} where i.created
    on conflict (id) do nothing returning role
  )
  ${userCountTable.upsert(schema, 'n', 'select role, count(*) from fresh group by role')}`,
);
const updateUsers = perSchema(
  (schema) => `
  update ${userTable.in(schema)} u set ${changes(userTable, 'u')}
    from ${recordsFrom} where u.id = i.id and not i.created`,
);
/** Who is gone is not counted any more. */
const uncount = perSchema(
  (schema) => `
  with gone as (
    select u.role, count(*) as n from ${userTable.in(schema)} u join unnest($1::uuid[]) as x(id) on x.id = u.id group by u.role
  )
  update ${userCountTable.in(schema)} c set count = c.count - gone.n from gone where c.role = gone.role`,
);
const upsertRoles = perSchema((schema) => memberRoleTable.upsert(schema, 'm'));
const upsertNames = perSchema((schema) => tenantNameTable.upsert(schema, 't'));

interface Fold {
  readonly records: RecordFold<typeof userTable.columns>;
  readonly names: ReturnType<typeof tenantNameTable.rows>;
  readonly roles: ReturnType<typeof memberRoleTable.rows>;
  readonly gone: string[];
}

const { types, handle } = handlers<Fold>((on) => {
  /** What an event changes of the user it is about. */
  const change = <D extends EventDefinition>(
    definitions: D | readonly D[],
    changeOf: (event: Stored<D>) => Change<typeof userTable.columns>,
  ) => on(definitions, (event, { records }) => records.say(event, event.data['userId'] as string, changeOf(event)));

  on(UserRegistered, (event, { records }) => {
    const { userId, role, agencyId, businessId, email, firstName, lastName } = event.data;
    const { pushNotifications, colorScheme } = defaultSettings;
    const who = { role: role!, agencyId, businessId, email, firstName, lastName };
    const made = { ...who, pushNotifications, colorScheme, createdAt: event.metadata.occurredAt };
    records.say(event, userId!, made, { created: true });
  });
  change(UserRenamed, ({ data: { firstName, lastName } }) => ({ firstName, lastName }));
  change(UserEmailChanged, ({ data: { email } }) => ({ email }));
  change(UserAvatarChanged, ({ data: { avatar } }) => ({ avatar }));
  change(UserPhoneChanged, ({ data: { phone } }) => ({ phone }));
  change(UserSettingsChanged, ({ data: { pushNotifications, timezone, colorScheme } }) => ({
    pushNotifications: pushNotifications!,
    timezone,
    colorScheme: colorScheme!,
  }));
  change(UserSignedIn, ({ metadata }) => ({ lastSignInAt: metadata.occurredAt }));
  change(UserSecondFactorAdded, () => ({ hasSecondFactor: true }));
  change(UserSecondFactorRemoved, ({ data }) => ({ hasSecondFactor: data.remaining! > 0 }));
  change(UserSecondFactorReset, () => ({ hasSecondFactor: false }));
  change(UserInvited, ({ data }) => ({ invitedUntil: data.expiresAt }));
  change([UserPasswordSet, UserPasswordReset, UserPasswordChanged], ({ metadata }) => ({
    joinedAt: metadata.occurredAt,
  }));
  change(UserA2pConfirmed, ({ data }) => ({ a2pConfirmedOn: data.day }));
  on(UserRemoved, (event, { records, gone }) => {
    const userId = event.data.userId!;
    records.say(event, userId, { removedAt: event.metadata.occurredAt });
    gone.push(userId);
  });
  on([TeammateInvited, TeammateRoleChanged], ({ data: { userId, businessId, role } }, { roles }) =>
    roles.merge({ userId: userId!, businessId: businessId!, role: role! }),
  );
  on([AgencyCreated, AgencyDetailsChanged], ({ data: { agencyId, name } }, { names }) => {
    if (typeof name === 'string') names.merge({ id: agencyId!, name });
  });
  on([BusinessCreated, BusinessDetailsChanged], ({ data: { businessId, name } }, { names }) => {
    if (typeof name === 'string') names.merge({ id: businessId!, name });
  });
});

/** Everybody who signs in, where they belong, and what they set for themselves. */
export const users: Projector = {
  ...userModel,
  handles: types,
  create: createAll(userTable, userCountTable, memberRoleTable, tenantNameTable),
  index: userIndexes,
  fold: (events, schema) => {
    const fold: Fold = {
      records: new RecordFold(userTable),
      names: tenantNameTable.rows(),
      roles: memberRoleTable.rows(),
      gone: [],
    };
    for (const event of events) handle(event, fold);
    return [
      ...fold.records.into(insertUsers(schema), updateUsers(schema)),
      ...(fold.gone.length === 0 ? [] : [{ text: uncount(schema), values: [fold.gone] }]),
      ...fold.roles.toStatements(upsertRoles(schema)),
      ...fold.names.toStatements(upsertNames(schema)),
    ];
  },
};
