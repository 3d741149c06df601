import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheckFilled, IconCircleDashed, IconPhone } from '@tabler/icons-react';
import { Link } from 'wouter';
import { useRead } from '../../../data/read.ts';
import { Note, Section } from '../../../components/form/Form.tsx';
import { NumberBadge } from '../../../components/StatusBadge.tsx';
import { isNumberKnown, isNumberOk } from '../../../../api/contract/number-status.ts';
import { phone } from '../../../format/phone.ts';
import { A2p } from '../../registrations/a2p/A2p.tsx';
import { t } from './texts.ts';
import { TollfreeVerification } from '../../registrations/TollfreeVerification.tsx';
import { useAppConfig } from '../../../session/brand.ts';
import { useProfile } from '../../../session/profile.tsx';

/**
 * Where the registration of the number stands. A local number is registered here; of another it says what that takes,
 * ticked as far as it is there.
 */
export function Registration() {
  const { business } = useProfile();
  const support = useAppConfig()?.support_email ?? business?.agency?.email ?? null;
  const info = useRead('/businesses/{id}/info', business && { params: { id: business.id } }).data?.data.contact_info;
  const pages = useRead('/businesses/legal-pages', {}).data?.data.pages;
  if (business === null) return null;
  const hasAddress = info !== undefined && [info.address, info.city, info.country].every(Boolean);
  const hasPages =
    pages !== undefined && [pages.privacy, pages.terms].every(({ content, link }) => content.trim() !== '' || link);
  const { phone_number: number, number_status: status, is_tollfree: tollFree } = business;
  const known = isNumberKnown(status);
  const checks = [
    { label: t('registration.number'), done: number !== null },
    { label: t('registration.contact'), done: hasAddress, to: '/business/settings?tab=3' },
    { label: t('registration.legal'), done: hasPages, to: '/business/settings?tab=4' },
  ];
  return (
    <div className="bk-form">
      <Section
        title={t('registration.state')}
        text={t(tollFree ? 'registration.whyTollFree' : 'registration.whyLocal')}
      >
        {number === null ?
          <Note
            tone="warning"
            icon={<IconAlertTriangle size={18} aria-hidden />}
            action={
              <Button component={Link} href="/business/setups/phone-number" size="xs">
                {t('registration.choose')}
              </Button>
            }
          >
            <b>{t('business.noNumber')}.</b> {t('registration.noNumber')}
          </Note>
        : <>
            <div className="bk-number-state">
              <IconPhone size={20} aria-hidden />
              <div>
                <b className="num">{phone(number)}</b>
                <p>{t(tollFree ? 'number.tollfree' : 'number.local')}</p>
              </div>
              {known ?
                <NumberBadge status={status} />
              : <span className="bk-tag">{t('number.notRegistered')}</span>}
            </div>
            {tollFree ?
              null
            : known ?
              <Note tone={isNumberOk(status) ? 'success' : 'warning'}>
                {t(isNumberOk(status) ? 'registration.ok' : 'registration.needed', { status: status ?? '' })}
              </Note>
            : <Note tone="info">{t('registration.unknown')}</Note>}
          </>
        }
      </Section>
      {tollFree && number !== null ?
        <TollfreeVerification />
      : number !== null ?
        <A2p />
      : <Section title={t('registration.needs')} text={t('registration.needsText')}>
          <ul className="bk-checks">
            {checks.map((check) => (
              <li key={check.label}>
                {check.done ?
                  <IconCircleCheckFilled size={18} color="var(--success)" aria-hidden />
                : <IconCircleDashed size={18} color="var(--text-faint)" aria-hidden />}
                <span className="sr-only">{t(check.done ? 'registration.done' : 'registration.open')}: </span>
                {check.to === undefined ? check.label : <Link href={check.to}>{check.label}</Link>}
              </li>
            ))}
          </ul>
          <Note tone="neutral">
            {t('registration.byOperator')}{' '}
            {support !== null && (
              <>
                {t('registration.ask')} <a href={`mailto:${support}`}>{support}</a>.
              </>
            )}
          </Note>
        </Section>
      }
    </div>
  );
}
