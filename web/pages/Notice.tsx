import type { Notice, NoticeChoice, NoticeForm } from '../../api/contract/page-view.ts';
import { ownAddress, webAddress } from './address.ts';

/** What is not a page of the builder's: one that is gone, an unsubscription, a legal text. In the brand's colours. */
export function NoticeView({ notice }: { readonly notice: Notice }) {
  const { title, text, tone, brand, link, forms = [], paragraphs, pictures } = notice;
  const logo = brand.logo === null ? null : ownAddress(brand.logo);
  return (
    <div className={`pv pv-notice pv-${tone}`}>
      <div className="pv-stage">
        <div className="pv-column">
          <main className="pv-sheet">
            <header className="pv-logo">
              {logo === null ?
                <span className="pv-name">{brand.name}</span>
              : <img src={logo} alt={brand.name} />}
            </header>
            <div className="pv-main">
              <h1 className="pv-heading">{title.replaceAll('e-mail', 'e\u2011mail')}</h1>
              {text !== '' && (
                <p className="pv-description" role={tone === 'good' ? 'status' : undefined}>
                  {text}
                </p>
              )}
            </div>
            {paragraphs?.map((words, index) => (
              <p key={index} className="pv-paragraph">
                {words}
              </p>
            ))}
            {pictures?.urls.map((url) => (
              <img key={url} src={ownAddress(url) ?? ''} alt={pictures.alt} />
            ))}
            {forms.map((form, index) => (
              <Ask key={index} form={form} legend={form.title ?? title} />
            ))}
            {link && (
              <a className="pv-back" href={ownAddress(link.url) ?? webAddress(link.url) ?? '/'}>
                {link.label}
              </a>
            )}
          </main>
        </div>
      </div>
    </div>
  );
}

function Ask({ form, legend }: { readonly form: NoticeForm; readonly legend: string }) {
  const { title, action, hidden, choices, boxes, button, quiet } = form;
  return (
    <form className={quiet === true ? 'pv-form pv-also' : 'pv-form'} method="post" action={action}>
      {title !== undefined && <h2>{title}</h2>}
      {Object.entries(hidden).flatMap(([name, values]) =>
        [values].flat().map((value) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />),
      )}
      {choices && (
        <fieldset className="pv-choices">
          <legend className="pv-unseen">{legend}</legend>
          <Listed type="radio" name="choice" options={choices} />
        </fieldset>
      )}
      {boxes && (
        <fieldset className="pv-choices">
          <legend className="pv-topics">{boxes.legend}</legend>
          <Listed type="checkbox" name={boxes.name} options={boxes.options} />
        </fieldset>
      )}
      <button type="submit" className={quiet === true ? 'pv-button pv-quiet-button' : 'pv-button'}>
        <span>{button}</span>
      </button>
    </form>
  );
}

const Listed = ({
  type,
  name,
  options,
}: {
  readonly type: 'radio' | 'checkbox';
  readonly name: string;
  readonly options: readonly NoticeChoice[];
}) => (
  <div className="pv-listed">
    {options.map(({ value, label, help, checked }) => (
      <label key={value} className="pv-option">
        <span className="pv-option-label">
          <input type={type} name={name} value={value} defaultChecked={checked} />
          <span>
            {label}
            {help !== '' && <small>{help}</small>}
          </span>
        </span>
      </label>
    ))}
  </div>
);
