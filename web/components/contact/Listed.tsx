import type { z } from 'zod';
import type { ContactWithConsents } from '../../../api/contract/contacts.ts';
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react';
import { Link } from 'wouter';
import { phone } from '../../format/phone.ts';
import { t } from './texts.ts';

/** On which lists of the business somebody stands, by what, and what that means. */
export function Listed({ listed }: Pick<z.output<typeof ContactWithConsents>, 'listed'>) {
  const rows = [
    { list: 'blacklists', by: listed.black, Icon: IconShieldOff, tone: 'danger' },
    { list: 'whitelists', by: listed.white, Icon: IconShieldCheck, tone: 'success' },
  ] as const;
  if (rows.every(({ by }) => by === null)) return null;
  return (
    <section className="bk-listed">
      {rows.map(
        ({ list, by, Icon, tone }) =>
          by !== null && (
            <p key={list}>
              <Link
                href={`/business/settings/${list}?search=${encodeURIComponent(by.value)}`}
                className={`bk-status badge tone-${tone}`}
              >
                <Icon size={14} aria-hidden />
                {t(`listed.${list}`)}
              </Link>
              <span className="muted small">
                {t(`listed.${list}.by`, { value: by.kind === 'phone' ? phone(by.value) : by.value })}
              </span>
            </p>
          ),
      )}
    </section>
  );
}
