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
import { t } from './texts.ts';
import { here, shown } from './useCampaignActions.tsx';

const types: readonly CampaignType[] = ['landing', 'text', 'vote', 'loop', 'popup', 'cms', 'goto', 'api', 'fb'];
const builderOf: Partial<Record<CampaignType, string>> = {
  landing: `${here}/landings/create`,
  vote: `${here}/landings/create?type=vote`,
  loop: `${here}/landings/create?type=loop`,
  popup: `${here}/popup/create`,
};
/** Types without a page of their own to build: a keyword, and the text that people get. */
const simple = ['text', 'cms', 'goto', 'api', 'fb'] as const;
type Simple = (typeof simple)[number];
const isSimple = (type: CampaignType | null): type is Simple => simple.includes(type as Simple);

/** /business/campaigns/create */
export default function CreateCampaign() {
  const [, go] = useLocation();
  const [type, setType] = useState<CampaignType | null>(null);
  return (
    <div className="bk-page">
      <RecordHeader name={t('create.title')} back={{ href: here, label: t('edit.back') }} />
      {isSimple(type) ?
        <SimpleCampaign
          type={type}
          onCancel={() => {
            setType(null);
          }}
        />
      : <>
          <h2 className="cmp-question">{t('create.what')}</h2>
          <ul className="cmp-types">
            {types.map((one) => {
              const Icon = typeIcons[one];
              return (
                <li key={one}>
                  <button
                    type="button"
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
                      <b>{t(`type.${one}`)}</b>
                      <span>{t(`typeFor.${one}`)}</span>
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

/** A word and its answer, which people also get who come in by an integration. */
function SimpleCampaign({ type, onCancel }: { readonly type: Simple; readonly onCancel: () => void }) {
  const { client } = useApp();
  const { business } = useProfile();
  const [, go] = useLocation();
  const refresh = useRefresh();
  const number = business?.phone_number ?? null;
  const form = useRecordForm({
    initial: { name: '', keyword: '', reply: '' },
    schema: Contract,
    revision: null,
    toBody: (values) => ({ ...values, type }),
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
      <Section title={t('create.text')} text={t(type === 'text' ? 'create.textText' : 'create.inboundText')}>
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
