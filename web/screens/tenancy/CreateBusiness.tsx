import { Select } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { CreateBusiness, DuplicateBusiness } from '../../../api/contract/business-forms.ts';
import { useRefresh } from '../../api/refresh.ts';
import { useRead } from '../../data/read.ts';
import { useApp } from '../../session/context.tsx';
import { Form, Note, Pair, Section } from '../../components/form/Form.tsx';
import { NumberField, TextField } from '../../components/form/fields.tsx';
import { useRecordForm } from '../../components/form/useRecordForm.ts';
import { zoneHere } from '../../components/zones.ts';
import { RecordHeader } from '../../components/RecordHeader.tsx';
import { useProfile } from '../../session/profile.tsx';
import { t } from './texts.ts';
import { AccessFields, accessBody } from './AccessFields.tsx';
import { AgencySelect } from './AgencySelect.tsx';
import {
  businessBody,
  FeatureFields,
  newBusiness,
  OwnerFields,
  RegionalFields,
  TemplateSection,
} from './BusinessFields.tsx';
import type { Area } from './useBusinessActions.tsx';

/** What a name becomes in addresses, until the user writes one: `Bella’s Pizza` is `bellas-pizza`. */
export const uniqueIdOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f’']/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);

/** A new business: from nothing, or as a copy of a template. */
export function CreateBusinessScreen({ area }: { readonly area: Area }) {
  const { client } = useApp();
  const [, go] = useLocation();
  const refresh = useRefresh();
  // An agency gives what it has.
  const { agency: own } = useProfile();
  const back = `/${area}/businesses`;
  const templates = useRead('/businesses/templates', {}).data?.data ?? [];
  const [templateId, setTemplateId] = useState<string | null>(null);
  const template = templates.find((one) => one.id === templateId) ?? null;
  const [agencyId, setAgencyId] = useState<string | null>(new URLSearchParams(useSearch()).get('agency'));

  const chosen = useRead('/agencies/{id}', area === 'admin' && agencyId !== null ? { params: { id: agencyId } } : null);
  // The zone of its agency; who stands alone is taken to be where it is made.
  const home = agencyId === null ? (own?.timezone ?? zoneHere()) : chosen.data?.data.timezone;
  const [offered, setOffered] = useState(own?.timezone ?? zoneHere());

  const form = useRecordForm({
    initial: {
      ...newBusiness(area === 'admin' || own?.is_active_livechat === true, own?.timezone ?? zoneHere()),
      unique_id: '',
      no_messages: null as number | null,
      no_contacts: null as number | null,
      invite: true,
      password: '',
    },
    schema: template ? DuplicateBusiness : CreateBusiness,
    revision: null,
    toBody: (values) => {
      const own = values.unique_id.trim() === '' ? {} : { unique_id: values.unique_id };
      if (template)
        return {
          name: values.name,
          email: values.email,
          first_name: values.first_name,
          last_name: values.last_name,
          ...own,
        };
      const { invite: _invite, password: _password, unique_id: _unique, ...body } = businessBody(values);
      return { ...body, ...own, ...accessBody(values), ...(area === 'admin' ? { agency_id: agencyId } : {}) };
    },
    save: (body) =>
      template ?
        client.post('/businesses/{id}/duplicate', { params: { id: template.id }, body: body })
      : client.post('/businesses', { body: CreateBusiness.parse(body) }),
    onSaved: () => {
      void refresh('/businesses', '/agencies');
    },
  });

  useEffect(() => {
    if (home === undefined || home === offered) return;
    // One that was chosen by hand stays.
    if (form.values.timezone === offered) form.set('timezone', home);
    setOffered(home);
  }, [home, offered, form]);

  return (
    <div className="bk-page">
      <RecordHeader name={t('business.new')} back={{ href: back, label: t('business.list') }} />
      <Form
        form={form}
        creating
        submit={t('business.create')}
        onCancel={() => {
          go(back);
        }}
        afterSave={(answer) => {
          go(`${back}/${(answer as { data: { id: string } }).data.id}/edit`);
        }}
      >
        <Section title={t('business.section.business')} text={t('business.section.businessText')}>
          {templates.length > 0 && (
            <Select
              label={t('business.startFrom')}
              description={t('business.startFromHint')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              value={templateId ?? ''}
              allowDeselect={false}
              comboboxProps={{ shadow: 'lg' }}
              data={[
                { value: '', label: t('business.blank') },
                ...templates.map((one) => ({ value: one.id, label: one.name })),
              ]}
              onChange={(value) => {
                setTemplateId(value === '' ? null : value);
              }}
            />
          )}
          {template && (
            <Note tone="info">
              <p>{t('business.fromTemplate', { name: template.name, count: template.campaigns })}</p>
              {template.description !== null && <p className="muted">{template.description}</p>}
            </Note>
          )}
          <TextField of={form.field('name')} label={t('field.businessName')} autoComplete="off" autoFocus />
          <TextField
            of={form.field('unique_id')}
            label={t('field.uniqueId')}
            optional
            spellCheck={false}
            autoComplete="off"
            placeholder={uniqueIdOf(form.values.name) || 'bellas-pizza'}
            hint={t('field.uniqueIdHint')}
          />
          {area === 'admin' && !template && <AgencySelect value={agencyId} onChange={setAgencyId} />}
        </Section>
        <Section title={t('business.section.owner')} text={t('business.section.ownerText')}>
          <OwnerFields form={form} />
          {!template && <AccessFields form={form} />}
        </Section>
        {!template && (
          <>
            <Section title={t('business.section.region')} text={t('business.section.regionText')}>
              <RegionalFields form={form} />
            </Section>
            <Section title={t('business.section.plan')} text={t('business.section.planText')}>
              <Pair>
                <NumberField
                  of={form.field('no_messages')}
                  label={t('field.textsAMonth')}
                  optional
                  placeholder={t('field.noLimit')}
                  hint={t('field.textsAMonthHint')}
                />
                <NumberField
                  of={form.field('no_contacts')}
                  label={t('field.contactLimit')}
                  optional
                  placeholder={t('field.noLimit')}
                />
              </Pair>
            </Section>
            <Section title={t('business.section.features')} text={t('business.section.featuresText')}>
              <FeatureFields form={form} />
            </Section>
            <TemplateSection form={form} />
          </>
        )}
      </Form>
    </div>
  );
}
