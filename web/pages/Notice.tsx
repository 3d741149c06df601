import type { Notice } from '../../api/contract/page-view.ts';
import { ownAddress, webAddress } from './address.ts';

/** What is not a page of the builder's: one that is gone, an unsubscription, a legal text. In the brand's colours. */
export function NoticeView({ notice }: { readonly notice: Notice }) {
  const { title, text, tone, brand, link, form, paragraphs } = notice;
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
              {text !== '' && <p className="pv-description">{text}</p>}
            </div>
            {paragraphs?.map((words, index) => (
              <p key={index} className="pv-paragraph">
                {words}
              </p>
            ))}
            {form && (
              <form className="pv-form" method="post" action={form.action}>
                {Object.entries(form.hidden).map(([name, value]) => (
                  <input key={name} type="hidden" name={name} value={value} />
                ))}
                {form.choices && (
                  <fieldset className="pv-choices">
                    <legend className="pv-unseen">{title}</legend>
                    <div className="pv-listed">
                      {form.choices.map(({ value, label, help, checked }) => (
                        <label key={value} className="pv-option">
                          <span className="pv-option-label">
                            <input type="radio" name="choice" value={value} defaultChecked={checked} />
                            <span>
                              {label}
                              {help !== '' && <small>{help}</small>}
                            </span>
                          </span>
                        </label>
                      ))}
                    </div>
                  </fieldset>
                )}
                <button type="submit" className="pv-button">
                  <span>{form.button}</span>
                </button>
              </form>
            )}
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
