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
import { defaultSettings } from '../../domain/users/user.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import { changes, changingNames, changingValues, RecordFold, recordsFrom } from '../engine/records.ts';
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

/** Everybody who signs in, where they belong, and what they set for themselves. */
export const users: Projector = {
  ...userModel,
  handles: typesOf([
    UserRegistered,
    UserRenamed,
    UserEmailChanged,
    UserAvatarChanged,
    UserPhoneChanged,
    UserSettingsChanged,
    UserSignedIn,
    UserA2pConfirmed,
    UserInvited,
    UserPasswordSet,
    UserPasswordReset,
    UserPasswordChanged,
    UserRemoved,
    UserSecondFactorAdded,
    UserSecondFactorRemoved,
    UserSecondFactorReset,
    TeammateInvited,
    TeammateRoleChanged,
    AgencyCreated,
    AgencyDetailsChanged,
    BusinessCreated,
    BusinessDetailsChanged,
  ]),
  create: createAll(userTable, userCountTable, memberRoleTable, tenantNameTable),
  index: userIndexes,
  fold: (events, schema) => {
    const records = new RecordFold(userTable);
    const names = tenantNameTable.rows();
    const roles = memberRoleTable.rows();
    const gone: string[] = [];
    for (const event of events) {
      const say = (change: Parameters<typeof records.say>[2]): void =>
        records.say(event, event.data['userId'] as string, change);
      if (is(event, UserRegistered)) {
        const { userId, role, agencyId, businessId, email, firstName, lastName } = event.data;
        records.say(
          event,
          userId!,
          {
            role: role!,
            agencyId,
            businessId,
            email,
            firstName,
            lastName,
            pushNotifications: defaultSettings.pushNotifications,
            colorScheme: defaultSettings.colorScheme,
            createdAt: event.metadata.occurredAt,
          },
          { created: true },
        );
      } else if (is(event, UserRenamed)) say({ firstName: event.data.firstName, lastName: event.data.lastName });
      else if (is(event, UserEmailChanged)) say({ email: event.data.email });
      else if (is(event, UserAvatarChanged)) say({ avatar: event.data.avatar });
      else if (is(event, UserPhoneChanged)) say({ phone: event.data.phone });
      else if (is(event, UserSettingsChanged)) {
        const { pushNotifications, timezone, colorScheme } = event.data;
        say({ pushNotifications: pushNotifications!, timezone, colorScheme: colorScheme! });
      } else if (is(event, UserSignedIn)) say({ lastSignInAt: event.metadata.occurredAt });
      else if (is(event, UserSecondFactorAdded)) say({ hasSecondFactor: true });
      else if (is(event, UserSecondFactorRemoved)) say({ hasSecondFactor: event.data.remaining! > 0 });
      else if (is(event, UserSecondFactorReset)) say({ hasSecondFactor: false });
      else if (is(event, UserInvited)) say({ invitedUntil: event.data.expiresAt });
      else if (is(event, UserPasswordSet) || is(event, UserPasswordReset) || is(event, UserPasswordChanged))
        say({ joinedAt: event.metadata.occurredAt });
      else if (is(event, UserRemoved)) {
        say({ removedAt: event.metadata.occurredAt });
        gone.push(event.data.userId!);
      } else if (is(event, TeammateInvited) || is(event, TeammateRoleChanged)) {
        const { userId, businessId, role } = event.data;
        roles.merge({ userId: userId!, businessId: businessId!, role: role! });
      } else if (is(event, UserA2pConfirmed)) say({ a2pConfirmedOn: event.data.day });
      else if (is(event, AgencyCreated) || is(event, AgencyDetailsChanged)) {
        const { agencyId, name } = event.data;
        if (typeof name === 'string') names.merge({ id: agencyId!, name });
      } else if (is(event, BusinessCreated) || is(event, BusinessDetailsChanged)) {
        const { businessId, name } = event.data;
        if (typeof name === 'string') names.merge({ id: businessId!, name });
      }
    }
    return [
      ...records.into(insertUsers(schema), updateUsers(schema)),
      ...(gone.length === 0 ? [] : [{ text: uncount(schema), values: [gone] }]),
      ...roles.toStatements(upsertRoles(schema)),
      ...names.toStatements(upsertNames(schema)),
    ];
  },
};
