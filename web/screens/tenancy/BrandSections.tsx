import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Whitelabel } from '../../../api/contract/whitelabels.ts';
import type { ImageTarget } from '../../api/pictures.ts';
import { CopyField } from '../../components/CopyField.tsx';
import { Note, Section } from '../../components/form/Form.tsx';
import { TextField } from '../../components/form/fields.tsx';
import type { RecordForm } from '../../components/form/useRecordForm.ts';
import { ImageUpload } from '../../components/ImageUpload.tsx';
import { contrast, defaultBrand, readableUnderWhite } from '../../theme/color.ts';
import { t } from './texts.ts';

const isHex = (value: string): boolean => /^#[0-9a-f]{6}$/i.test(value);

/** What a form holds of a brand. */
export type BrandFields = {
  readonly brand_name: string;
  readonly color: string;
  readonly custom_domain: string;
  readonly subdomain: string;
};

export const brandFieldsOf = (brand: Whitelabel | null): BrandFields => ({
  brand_name: brand?.name ?? '',
  color: brand?.color ?? '',
  custom_domain: brand?.domain ?? '',
  subdomain: brand?.subdomain ?? '',
});

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
/** Only what was changed here, so that nothing is overwritten that was not touched. */
export const brandChanges = (values: BrandFields, begin: BrandFields) => ({
  ...(values.brand_name === begin.brand_name ? {} : { name: orNull(values.brand_name) }),
  ...(values.color === begin.color ? {} : { color: orNull(values.color) }),
  ...(values.custom_domain === begin.custom_domain ?
    {}
  : { custom_domain: orNull(values.custom_domain)?.toLowerCase() ?? null }),
  ...(values.subdomain === begin.subdomain ? {} : { subdomain: orNull(values.subdomain)?.toLowerCase() ?? null }),
});

/** The look and the addresses of an agency's brand, in the form of the agency itself or of the operator. */
export function BrandSections({
  form,
  brand,
  agencyName,
  target,
  onRemoveFile,
  onFiles,
  children,
}: {
  readonly form: RecordForm<BrandFields>;
  readonly brand: Whitelabel | null;
  readonly agencyName: string;
  readonly target: (type: 'logo' | 'favicon') => ImageTarget;
  readonly onRemoveFile: (type: 'logo' | 'favicon') => Promise<unknown>;
  readonly onFiles: () => void;
  /** What is known of the custom domain. */
  readonly children: ReactNode;
}) {
  const color = isHex(form.values.color) ? form.values.color : defaultBrand;
  const picture = (type: 'logo' | 'favicon') => ({
    label: t(`brand.${type}`),
    value: brand?.[type] ?? null,
    target: target(type),
    onChange: onFiles,
    onRemove: () => onRemoveFile(type),
  });
  return (
    <>
      <Section title={t('brand.look')} text={t('brand.lookText')}>
        <TextField
          of={form.field('brand_name')}
          label={t('brand.name')}
          optional
          placeholder={agencyName}
          hint={t('brand.nameHint')}
        />
        <div className="bk-color">
          <input
            type="color"
            aria-label={t('brand.pickColor')}
            value={color}
            onChange={(event) => {
              form.field('color').change(event.currentTarget.value);
            }}
          />
          <div style={{ flex: 1 }}>
            <TextField
              of={form.field('color')}
              label={t('brand.color')}
              optional
              placeholder={defaultBrand}
              spellCheck={false}
              maxLength={7}
            />
          </div>
        </div>
        <Preview name={form.values.brand_name.trim() || agencyName} logo={brand?.logo ?? null} color={color} />
      </Section>
      <Section title={t('brand.pictures')} text={t('brand.picturesText')}>
        <ImageUpload {...picture('logo')} />
        <ImageUpload {...picture('favicon')} shape="square" hint={t('brand.faviconHint')} />
      </Section>
      <Section title={t('brand.addresses')} text={t('brand.addressesText')}>
        <TextField
          of={form.field('subdomain')}
          label={t('brand.subdomain')}
          optional
          spellCheck={false}
          placeholder="northwind"
          hint={t('brand.subdomainHint')}
        />
        {brand?.subdomain_url && form.values.subdomain === brand.subdomain && (
          <p className="muted" style={{ fontSize: 'var(--text-s)' }}>
            {t('brand.opensAt')} <CopyField label={t('brand.subdomain')} value={brand.subdomain_url} />
          </p>
        )}
        <TextField
          of={form.field('custom_domain')}
          label={t('brand.domain')}
          optional
          spellCheck={false}
          placeholder="app.your-agency.com"
          hint={t('brand.domainHint')}
        />
      </Section>
      {brand?.domain && (
        <Section title={t('field.domain')} text={t('brand.recordsText')}>
          {children}
        </Section>
      )}
    </>
  );
}

/** How the brand looks with the color, and whether white words on it can be read. */
function Preview({
  name,
  logo,
  color,
}: {
  readonly name: string;
  readonly logo: string | null;
  readonly color: string;
}) {
  const used = readableUnderWhite(color);
  const ratio = contrast(color, '#ffffff').toFixed(1);
  const fine = used.toLowerCase() === color.toLowerCase();
  return (
    <>
      <div className="bk-brandpreview" role="group" aria-label={t('brand.preview')}>
        <div className="bar">
          {logo === null ?
            <span className="mark" style={{ background: used }} aria-hidden>
              {[...name][0]?.toLocaleUpperCase()}
            </span>
          : <img src={logo} alt="" />}
          {name}
        </div>
        <div className="page">
          <span className="button" style={{ background: used }}>
            {t('brand.sampleButton')}
          </span>
          <span style={{ color: used, fontWeight: 500 }}>{t('brand.sampleLink')}</span>
        </div>
      </div>
      <Note
        tone={fine ? 'success' : 'warning'}
        icon={fine ? <IconCircleCheck size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
      >
        {t(fine ? 'brand.contrastFine' : 'brand.contrastLow', { ratio, used })}
      </Note>
    </>
  );
}
