import { useAppConfig } from '../session/brand.ts';
import { useProfile } from '../session/profile.tsx';
import { t } from './texts.ts';

/** Whom a business has to ask for more: its agency by email, or the address that the platform names. */
export function AskForMore() {
  const { business } = useProfile();
  const support = useAppConfig()?.support_email ?? null;
  const email = business?.agency?.email ?? support;
  return email === null ? null : (
      <a href={`mailto:${email}`}>{t('alert.contact', { who: business?.agency?.name ?? email })}</a>
    );
}
