import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCertificate, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import {
  domainMessage,
  isCustomUrl,
  isSubdomain,
  subdomainMessage,
  UpdateWhitelabel,
  type Whitelabel,
} from '../../../api/contract/whitelabels.ts';
import { useRefresh } from '../../api/refresh.ts';
import { useApp } from '../../session/context.tsx';
import { DnsRecords } from '../../components/DnsRecords.tsx';
import { Form, Note } from '../../components/form/Form.tsx';
import { useRecordForm } from '../../components/form/useRecordForm.ts';
import { Instant } from '../../components/Instant.tsx';
import { DomainBadge } from '../../components/StatusBadge.tsx';
import { date, shortTime } from '../../format/date.ts';
import { t } from './texts.ts';
import { useDateStyle } from '../../session/profile.tsx';
import { type BrandFields, brandChanges, brandFieldsOf, BrandSections } from './BrandSections.tsx';

/** The contract with the rules of domains (specification, section 5), so that the form says them before the server does. */
const BrandForm = UpdateWhitelabel.superRefine(({ custom_domain: domain, subdomain }, context) => {
  if (domain && !isCustomUrl(domain))
    context.addIssue({ code: 'custom', path: ['custom_domain'], message: domainMessage });
  if (subdomain && !isSubdomain(subdomain))
    context.addIssue({ code: 'custom', path: ['subdomain'], message: subdomainMessage });
});
const labels = {
  brand_name: t('brand.name'),
  color: t('brand.color'),
  custom_domain: t('brand.domain'),
  subdomain: t('brand.subdomain'),
};

/** An agency's brand, set up by the operator: its look, its addresses, and whether its domain works. */
export function BrandState({
  brand,
  agency,
  onChanged,
}: {
  readonly brand: Whitelabel | null;
  readonly agency: { readonly id: string; readonly name: string };
  readonly onChanged: () => void;
}) {
  const { client } = useApp();
  const refresh = useRefresh();
  const params = { id: agency.id };
  const saved = () => {
    onChanged();
    void refresh('/whitelabels');
  };
  const form = useRecordForm({
    initial: { ...brandFieldsOf(brand) } as BrandFields & Readonly<Record<string, unknown>>,
    schema: BrandForm,
    names: { name: 'brand_name' },
    revision: null,
    toBody: brandChanges,
    save: (body) => client.put('/whitelabels/{id}', { params, body }),
    onSaved: saved,
  });
  return (
    <Form form={form} words={{ labels }}>
      <BrandSections
        form={form}
        brand={brand}
        agencyName={agency.name}
        target={(type) => ({ kind: 'brand', type, agencyId: agency.id })}
        onRemoveFile={(type) => client.delete('/whitelabels/{id}/files/{type}', { params: { ...params, type } })}
        onFiles={saved}
      >
        {brand && <DomainState brand={brand} checkable onChecked={onChanged} />}
      </BrandSections>
    </Form>
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
