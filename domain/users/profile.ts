import type { E164 } from '../sms/values.ts';
import {
  UserA2pConfirmed,
  UserAvatarChanged,
  UserEmailChanged,
  type UserEvent,
  UserPhoneChanged,
  UserRenamed,
  UserSettingsChanged,
} from './events.ts';
import { existing, type Settings, type User } from './user.ts';

/** Only what is different becomes an event. `avatar`, `phone` undefined: as it is. */
export function changeProfile(
  command: {
    readonly firstName: string;
    readonly lastName: string;
    readonly email: string;
    readonly avatar?: string | null | undefined;
    readonly phone?: E164 | null | undefined;
  },
  user: User,
): readonly UserEvent[] {
  const { userId, firstName, lastName, email, avatar, phone } = existing(user);
  return [
    ...(command.firstName === firstName && command.lastName === lastName ?
      []
    : [UserRenamed.create({ userId, firstName: command.firstName, lastName: command.lastName })]),
    ...(command.email === email ? [] : [UserEmailChanged.create({ userId, email: command.email })]),
    ...(command.avatar === undefined || command.avatar === avatar ?
      []
    : [UserAvatarChanged.create({ userId, avatar: command.avatar })]),
    ...(command.phone === undefined || command.phone === phone ?
      []
    : [UserPhoneChanged.create({ userId, phone: command.phone })]),
  ];
}

/** Whatever is given changes. */
export function changeSettings(
  command: { readonly [K in keyof Settings]?: Settings[K] | undefined },
  user: User,
): readonly UserEvent[] {
  const { userId, settings } = existing(user);
  const next: Settings = {
    pushNotifications: command.pushNotifications ?? settings.pushNotifications,
    timezone: command.timezone === undefined ? settings.timezone : command.timezone,
    colorScheme: command.colorScheme ?? settings.colorScheme,
  };
  const same =
    next.pushNotifications === settings.pushNotifications &&
    next.timezone === settings.timezone &&
    next.colorScheme === settings.colorScheme;
  return same ? [] : [UserSettingsChanged.create({ userId, ...next })];
}

/** Once a day of UTC (specification, section 4). */
export function confirmA2p(command: { readonly at: Date }, user: User): readonly UserEvent[] {
  const { userId, businessId, a2pConfirmedOn } = existing(user);
  const day = command.at.toISOString().slice(0, 10);
  return a2pConfirmedOn === day ? [] : [UserA2pConfirmed.create({ userId, businessId, day })];
}
