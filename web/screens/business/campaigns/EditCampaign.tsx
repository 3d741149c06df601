import './campaigns.css';
import { type Campaign, UpdateCampaign } from '../../../../api/contract/campaigns.ts';
import { useRefresh } from '../../../api/refresh.ts';
import { useApp } from '../../../session/context.tsx';
import { useRouteParam } from '../../../session/params.ts';
import { Form, Pair, Section } from '../../../components/form/Form.tsx';
import { AreaField, NumberField, SelectField, TextField } from '../../../components/form/fields.tsx';
import { useRecordForm } from '../../../components/form/useRecordForm.ts';
import { useProfile } from '../../../session/profile.tsx';
import { CampaignFrame } from './CampaignHead.tsx';
import { KeywordField } from './KeywordField.tsx';
import { t } from './texts.ts';
import { shown } from './useCampaignActions.tsx';

const discounts = ['none', 'percentage', 'money', 'bogo', 'free'] as const;

/** /business/campaigns/{id}/edit */
export default function EditCampaign() {
  const id = useRouteParam('id');
  return (
    <CampaignFrame id={id} tab="/edit">
      {(campaign, refresh) => <Edit key={id} campaign={campaign} refresh={refresh} />}
    </CampaignFrame>
  );
}

/** Days, as people write them: `7, 1`. */
const daysOf = (typed: string): number[] =>
  typed
    .split(/[\s,;]+/u)
    .filter((one) => one !== '')
    .map(Number);

function Edit({ campaign, refresh }: { readonly campaign: Campaign; readonly refresh: () => void }) {
  const { client } = useApp();
  const { business } = useProfile();
  const refreshAll = useRefresh();
  const money = campaign.discount_type === 'money';
  const form = useRecordForm({
    initial: {
      name: campaign.name,
      keyword: campaign.keyword,
      reply: campaign.reply,
      discount_type: campaign.discount_type,
      discount_amount:
        campaign.discount_amount === null ?
          ''
        : String(money ? campaign.discount_amount / 100 : campaign.discount_amount),
      offer_title: campaign.offer_title,
      offer_terms: campaign.offer_terms,
      code_type: String(campaign.code_type) as '1' | '2',
      static_code: campaign.static_code ?? '',
      use_limit: campaign.use_limit,
      day_to_expire: campaign.day_to_expire,
      reminders: campaign.reminders.join(', '),
      reminder_message: campaign.reminder_message,
    },
    schema: UpdateCampaign,
    revision: campaign.revision,
    toBody: ({ keyword, discount_amount: amount, code_type, static_code, reminders, ...rest }, begin) => ({
      ...rest,
      ...(keyword === begin.keyword ? {} : { keyword }),
      discount_amount:
        amount.trim() === '' ? null
        : rest.discount_type === 'money' ? Math.round(Number(amount) * 100)
        : Number(amount),
      code_type: Number(code_type),
      static_code: static_code.trim() === '' ? null : static_code,
      reminders: daysOf(reminders),
    }),
    save: (body) => client.put('/campaigns/{id}', { params: { id: campaign.id }, body }),
    onSaved: () => {
      refresh();
      void refreshAll(...shown);
    },
  });
  const { discount_type: discount, code_type: code } = form.values;
  const gives = discount !== 'none';
  return (
    <Form form={form}>
      <Section title={t('edit.basics')} text={t('edit.basicsText')}>
        <Pair>
          <TextField
            of={form.field('name')}
            label={t('create.name')}
            hint={t('create.nameHint')}
            maxLength={120}
            autoComplete="off"
          />
          <KeywordField of={form.field('keyword')} except={campaign.id} />
        </Pair>
        <AreaField
          of={form.field('reply')}
          label={t('create.reply')}
          hint={t(campaign.type === 'loop' ? 'create.replyHintLoop' : 'create.replyHint')}
          rows={4}
          maxLength={1600}
          optional={campaign.type !== 'text'}
        />
      </Section>
      <Section title={t('edit.gives')} text={t('edit.givesText')}>
        <SelectField
          of={form.field('discount_type')}
          label={t('edit.discountType')}
          options={discounts.map((value) => ({ value, label: t(`discount.${value}`) }))}
        />
        {gives && (
          <>
            {(discount === 'percentage' || discount === 'money') && (
              <TextField
                of={form.field('discount_amount')}
                label={t(discount === 'money' ? 'edit.amountMoney' : 'edit.amount')}
                inputMode="decimal"
                {...(discount === 'money' ?
                  { hint: t('edit.amountMoneyHint', { currency: business?.currency ?? 'USD' }) }
                : {})}
              />
            )}
            <TextField
              of={form.field('offer_title')}
              label={t('edit.offerTitle')}
              hint={t('edit.offerTitleHint')}
              maxLength={120}
            />
            <AreaField of={form.field('offer_terms')} label={t('edit.offerTerms')} rows={3} maxLength={1000} optional />
            <Pair>
              <SelectField
                of={form.field('code_type')}
                label={t('edit.codeType')}
                options={(['1', '2'] as const).map((value) => ({ value, label: t(`edit.code.${value}`) }))}
              />
              {code === '2' && (
                <TextField
                  of={form.field('static_code')}
                  label={t('edit.staticCode')}
                  maxLength={30}
                  spellCheck={false}
                />
              )}
            </Pair>
            <NumberField
              of={form.field('use_limit')}
              label={t('edit.useLimit')}
              hint={t('edit.useLimitHint')}
              placeholder={t('edit.noLimit')}
              optional
              min={1}
            />
          </>
        )}
      </Section>
      {gives && (
        <Section title={t('edit.reminds')} text={t('edit.remindsText')}>
          <Pair>
            <NumberField
              of={form.field('day_to_expire')}
              label={t('edit.dayToExpire')}
              hint={t('edit.dayToExpireHint')}
              optional
              min={1}
            />
            <TextField
              of={form.field('reminders')}
              label={t('edit.reminders')}
              hint={t('edit.remindersHint')}
              optional
              autoComplete="off"
            />
          </Pair>
          {form.values.reminders.trim() !== '' && (
            <AreaField
              of={form.field('reminder_message')}
              label={t('edit.reminderMessage')}
              hint={t('edit.reminderMessageHint')}
              rows={3}
              maxLength={1600}
            />
          )}
        </Section>
      )}
    </Form>
  );
}
