import '../agency.css';
import { Button, Select, Skeleton } from '@mantine/core';
import { IconDownload, IconEdit, IconPhoneOff, IconPrinter } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import { useRead } from '../../../data/read.ts';
import { useRouteParam } from '../../../session/params.ts';
import { CopyField } from '../../../components/CopyField.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { QrCode, qrSvg } from '../../../components/QrCode.tsx';
import { RecordHeader } from '../../../components/RecordHeader.tsx';
import { phone } from '../../../format/phone.ts';
import { t } from './texts.ts';
import { ImpersonateButton } from '../../../session/ImpersonateButton.tsx';
import { smsLink } from './sms.ts';

/** What to hand over to a business: its number, what to text, and a code that does it. */
export default function ShareBusiness() {
  const id = useRouteParam('id');
  const { data, error, refresh } = useRead('/businesses/{id}/info', { params: { id } });
  const info = data?.data;
  const back = { href: '/agency/businesses', label: t('business.list') };
  if (error)
    return (
      <div className="bk-page">
        <RecordHeader name={t('business.one')} back={back} />
        <div className="bk-card">
          <ErrorState error={error} onRetry={refresh} />
        </div>
      </div>
    );
  if (info === undefined)
    return (
      <div className="bk-page" role="status" aria-label={t('app.loading')}>
        <RecordHeader name={t('business.one')} back={back} />
        <div className="bk-share">
          <Skeleton height={420} radius="lg" />
          <Skeleton height={300} radius="lg" />
        </div>
      </div>
    );
  return (
    <div className="bk-page">
      <RecordHeader id={info.id} name={info.name} sub={t('share.text')} back={back}>
        <Button
          component={Link}
          href={`/agency/businesses/${id}/edit`}
          variant="default"
          leftSection={<IconEdit size={16} aria-hidden />}
        >
          {t('tenant.edit')}
        </Button>
        <ImpersonateButton id={info.id} name={info.name} />
      </RecordHeader>
      <div className="bk-share">
        {info.phone_number === null ?
          <div className="bk-card">
            <EmptyState icon={IconPhoneOff} title={t('business.noNumber')} text={t('share.noNumber')} />
          </div>
        : <Poster name={info.name} number={info.phone_number} keywords={info.keywords} />}
        <section className="bk-card">
          <header>
            <h2>{t('share.facts')}</h2>
          </header>
          <div className="body">
            <dl className="bk-facts">
              {info.phone_number !== null && (
                <div>
                  <dt>{t('field.number')}</dt>
                  <dd>
                    <CopyField
                      label={t('field.number')}
                      value={info.phone_number}
                      shown={phone(info.phone_number)}
                      mono={false}
                    />
                  </dd>
                </div>
              )}
              <div>
                <dt>{t('field.uniqueId')}</dt>
                <dd>
                  <CopyField label={t('field.uniqueId')} value={info.unique_id} />
                </dd>
              </div>
              <div>
                <dt>{t('share.id')}</dt>
                <dd>
                  <CopyField label={t('share.id')} value={info.id} />
                </dd>
              </div>
              <div>
                <dt>{t('share.signIn')}</dt>
                <dd>
                  <CopyField label={t('share.signIn')} value={`${location.origin}/login`} />
                </dd>
              </div>
            </dl>
            <h3 className="bk-subhead">{t('share.keywords')}</h3>
            {info.keywords.length === 0 ?
              <p className="muted">{t('share.noKeywords')}</p>
            : <ul className="bk-keywordlist">
                {info.keywords.map((one) => (
                  <li key={one.keyword}>
                    <CopyField label={t('contacts.keyword')} value={one.keyword} />
                    <span className="clip muted" title={one.name}>
                      {one.name}
                    </span>
                  </li>
                ))}
              </ul>
            }
          </div>
        </section>
      </div>
    </div>
  );
}

/** The sheet for a counter or a flyer: scan, or text the word to the number. */
function Poster({
  name,
  number,
  keywords,
}: {
  readonly name: string;
  readonly number: string;
  readonly keywords: readonly { keyword: string; name: string }[];
}) {
  const [keyword, setKeyword] = useState<string | null>(keywords[0]?.keyword ?? null);
  const drawing = useRef<HTMLDivElement>(null);
  const download = () => {
    const element = drawing.current?.querySelector('svg.bk-qr');
    if (!(element instanceof SVGSVGElement)) return;
    const address = URL.createObjectURL(new Blob([qrSvg(element)], { type: 'image/svg+xml' }));
    Object.assign(document.createElement('a'), {
      href: address,
      download: `${name}${keyword === null ? '' : ` ${keyword}`}.svg`,
    }).click();
    setTimeout(() => {
      URL.revokeObjectURL(address);
    }, 10_000);
  };
  return (
    <section className="bk-card bk-poster" aria-label={t('share.poster')}>
      <div className="sheet" ref={drawing}>
        <p className="name">{name}</p>
        <QrCode
          value={smsLink(number, keyword)}
          label={t('share.qrLabel', { number: phone(number), keyword: keyword ?? '' })}
          size={208}
        />
        <p className="how">
          {keyword === null ?
            t('share.textUs')
          : <>
              {t('share.textWord')} <b>{keyword}</b> {t('share.to')}
            </>
          }
        </p>
        <p className="number num">{phone(number)}</p>
      </div>
      <div className="controls">
        {keywords.length > 1 && (
          <Select
            aria-label={t('contacts.keyword')}
            value={keyword}
            allowDeselect={false}
            data={keywords.map((one) => one.keyword)}
            comboboxProps={{ shadow: 'lg' }}
            onChange={setKeyword}
          />
        )}
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={download}>
          {t('share.download')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => {
            window.print();
          }}
        >
          {t('share.print')}
        </Button>
      </div>
      <p className="muted hint">{t('share.hint')}</p>
    </section>
  );
}
