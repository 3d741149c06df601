import './campaigns.css';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { CreateCampaign as Contract } from '../../../../api/contract/campaigns.ts';
import { useRefresh } from '../../../api/refresh.ts';
import { useApp } from '../../../session/context.tsx';
import { Form, Section } from '../../../components/form/Form.tsx';
import { AreaField, TextField } from '../../../components/form/fields.tsx';
import { useRecordForm } from '../../../components/form/useRecordForm.ts';
import { RecordHeader } from '../../../components/RecordHeader.tsx';
import { phone } from '../../../format/phone.ts';
import { useProfile } from '../../../session/profile.tsx';
import { KeywordField } from './KeywordField.tsx';
import { type CampaignType, typeIcons } from './presentation.tsx';
import { maybe, t } from './texts.ts';
import { here, shown } from './useCampaignActions.tsx';

const types: readonly CampaignType[] = ['landing', 'text', 'vote', 'loop', 'popup', 'cms', 'goto', 'api', 'fb'];
const builderOf: Partial<Record<CampaignType, string>> = {
  landing: `${here}/landings/create`,
  vote: `${here}/landings/create?type=vote`,
  loop: `${here}/landings/create?type=loop`,
  popup: `${here}/popup/create`,
};
/** What a type still waits for, null: it can be chosen. */
const waitsFor = (type: CampaignType): string | null => maybe(`typeWaits.${type}`);

/** /business/campaigns/create */
export default function CreateCampaign() {
  const [, go] = useLocation();
  const [type, setType] = useState<CampaignType | null>(null);
  return (
    <div className="bk-page">
      <RecordHeader name={t('create.title')} back={{ href: here, label: t('edit.back') }} />
      {type === 'text' ?
        <TextCampaign
          onCancel={() => {
            setType(null);
          }}
        />
      : <>
          <h2 className="cmp-question">{t('create.what')}</h2>
          <ul className="cmp-types">
            {types.map((one) => {
              const Icon = typeIcons[one];
              const waits = waitsFor(one);
              return (
                <li key={one}>
                  <button
                    type="button"
                    disabled={waits !== null}
                    onClick={() => {
                      const builder = builderOf[one];
                      if (builder === undefined) setType(one);
                      else go(builder);
                    }}
                  >
                    <span className="icon" aria-hidden>
                      <Icon size={22} />
                    </span>
                    <span className="words">
                      <b>
                        {t(`type.${one}`)}
                        {waits !== null && <em>{t('create.later')}</em>}
                      </b>
                      <span>{t(`typeFor.${one}`)}</span>
                      {waits !== null && <span className="waits">{waits}</span>}
                    </span>
                  </button>
                </li>
              );
            })}
          </ul>
        </>
      }
    </div>
  );
}

/** A word and its answer. */
function TextCampaign({ onCancel }: { readonly onCancel: () => void }) {
  const { client } = useApp();
  const { business } = useProfile();
  const [, go] = useLocation();
  const refresh = useRefresh();
  const number = business?.phone_number ?? null;
  const form = useRecordForm({
    initial: { name: '', keyword: '', reply: '' },
    schema: Contract,
    revision: null,
    toBody: (values) => ({ ...values, type: 'text' }),
    save: (body) => client.post('/campaigns', { body }),
    onSaved: () => {
      void refresh(...shown);
    },
  });
  return (
    <Form
      form={form}
      creating
      submit={t('create.make')}
      onCancel={onCancel}
      afterSave={(answer) => {
        go(`${here}/${(answer as { data: { id: string } }).data.id}`);
      }}
    >
      <Section title={t('create.text')} text={t('create.textText')}>
        <KeywordField
          of={form.field('keyword')}
          suggest
          hint={number === null ? t('create.keywordHintNoNumber') : t('create.keywordHint', { number: phone(number) })}
        />
        <TextField
          of={form.field('name')}
          label={t('create.name')}
          hint={t('create.nameHint')}
          maxLength={120}
          autoComplete="off"
        />
        <AreaField
          of={form.field('reply')}
          label={t('create.reply')}
          hint={t('create.replyHint')}
          rows={4}
          maxLength={1600}
        />
      </Section>
    </Form>
  );
}
