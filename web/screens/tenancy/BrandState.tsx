import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCertificate, IconCircleCheck, IconPalette } from '@tabler/icons-react';
import { useState } from 'react';
import type { Whitelabel } from '../../../api/contract/whitelabels.ts';
import { useRefresh } from '../../api/refresh.ts';
import { useApp } from '../../app/context.tsx';
import { DnsRecords } from '../../components/DnsRecords.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Note, Section } from '../../components/form/Form.tsx';
import { Instant } from '../../components/Instant.tsx';
import { DomainBadge } from '../../components/StatusBadge.tsx';
import { date, shortTime } from '../../format/date.ts';
import { t } from './texts.ts';
import { useDateStyle } from '../../session/profile.tsx';
import { ImpersonateButton } from '../../session/ImpersonateButton.tsx';

/** An agency's brand, as the operator sees it: what is set, whether its domain works, and the check that gets the certificate. */
export function BrandState({
  brand,
  agency,
  onChecked,
}: {
  readonly brand: Whitelabel | null;
  readonly agency: { readonly id: string; readonly name: string; readonly status?: string };
  readonly onChecked: () => void;
}) {
  const acting = agency.status === 'archived' ? null : <ImpersonateButton id={agency.id} name={agency.name} />;
  if (brand === null)
    return (
      <div className="bk-card">
        <EmptyState icon={IconPalette} title={t('brand.none')} text={t('brand.noneText', { name: agency.name })}>
          {acting}
        </EmptyState>
      </div>
    );
  return (
    <div className="bk-form">
      <Section title={t('brand.look')} text={t('brand.lookText')}>
        <dl className="bk-facts">
          <div>
            <dt>{t('brand.name')}</dt>
            <dd>{brand.name ?? <span className="faint">{t('form.empty')}</span>}</dd>
          </div>
          <div>
            <dt>{t('brand.logo')}</dt>
            <dd>
              {brand.logo === null ?
                <span className="faint">{t('form.empty')}</span>
              : <img className="bk-brandimage" src={brand.logo} alt={t('image.current', { label: t('brand.logo') })} />}
            </dd>
          </div>
          <div>
            <dt>{t('brand.favicon')}</dt>
            <dd>
              {brand.favicon === null ?
                <span className="faint">{t('form.empty')}</span>
              : <img
                  className="bk-brandimage small"
                  src={brand.favicon}
                  alt={t('image.current', { label: t('brand.favicon') })}
                />
              }
            </dd>
          </div>
          <div>
            <dt>{t('brand.color')}</dt>
            <dd>
              {brand.color === null ?
                <span className="faint">{t('form.empty')}</span>
              : <span className="bk-swatch">
                  <i style={{ background: brand.color }} aria-hidden />
                  {brand.color}
                </span>
              }
            </dd>
          </div>
          <div>
            <dt>{t('brand.subdomain')}</dt>
            <dd>{brand.subdomain ?? <span className="faint">{t('form.empty')}</span>}</dd>
          </div>
        </dl>
      </Section>
      <Section title={t('brand.domain')} text={t('brand.domainText')}>
        <DomainState brand={brand} checkable onChecked={onChecked} />
      </Section>
    </div>
  );
}

/** Where a custom domain stands: what was seen and when, what is missing, the records; for the operator the check. */
export function DomainState({
  brand,
  checkable = false,
  onChecked,
}: {
  readonly brand: Whitelabel;
  readonly checkable?: boolean;
  readonly onChecked?: () => void;
}) {
  const style = useDateStyle();
  const { client, run } = useApp();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<{ readonly success: boolean; readonly message: string } | null>(null);
  if (brand.domain === null) return <p className="muted">{t('brand.noDomain')}</p>;
  const check = async () => {
    setBusy(true);
    const reply = await run(() => client.post('/whitelabels/{id}/cert', { params: { id: brand.id } }));
    setBusy(false);
    if (!reply) return;
    setFound({ success: reply.success, message: reply.message });
    await refresh('/whitelabels');
    onChecked?.();
  };
  const problem = found && !found.success ? found.message : brand.problem;
  return (
    <>
      <dl className="bk-facts">
        <div>
          <dt>{t('field.domain')}</dt>
          <dd>
            <b>{brand.domain}</b>
          </dd>
        </div>
        <div>
          <dt>{t('contacts.status')}</dt>
          <dd>
            <DomainBadge brand={brand} />
          </dd>
        </div>
        <div>
          <dt>{t('brand.ownership')}</dt>
          <dd>{t(brand.ownership_verified ? 'brand.proved' : 'brand.notProved')}</dd>
        </div>
        <div>
          <dt>{t('brand.certificate')}</dt>
          <dd>
            {brand.is_ssl_cert_exists ?
              brand.certificate_expires_at === null ?
                t('brand.valid')
              : t('brand.validUntil', { date: date(brand.certificate_expires_at, style) })
            : t('brand.noCertificate')}
          </dd>
        </div>
        <div>
          <dt>{t('brand.checked')}</dt>
          <dd>
            {brand.checked_at === null ?
              t('domainStatus.unchecked')
            : <Instant at={brand.checked_at}>{shortTime(brand.checked_at, style)}</Instant>}
          </dd>
        </div>
      </dl>
      {problem !== null && (
        <div aria-live="polite">
          <Note tone="warning" icon={<IconAlertTriangle size={18} aria-hidden />}>
            {problem}
          </Note>
        </div>
      )}
      {found?.success && (
        <div aria-live="polite">
          <Note tone="success" icon={<IconCircleCheck size={18} aria-hidden />}>
            {found.message}
          </Note>
        </div>
      )}
      {brand.dns.length > 0 && <DnsRecords records={brand.dns} />}
      {checkable && (
        <div>
          <Button
            leftSection={<IconCertificate size={17} aria-hidden />}
            variant="default"
            loading={busy}
            onClick={() => {
              void check();
            }}
          >
            {t('brand.check')}
          </Button>
        </div>
      )}
    </>
  );
}
