import { href } from 'react-router';
import {
  type Contact,
  CURRICULUM_VITAE,
  curriculumVitaeFile,
  type Experience,
  fillPortfolio,
  type Portfolio,
  type Project,
} from '#model/content/portfolio.ts';
import { formatKilobytes } from '#texts/format.ts';
import { formatLetterDay } from '#texts/format-time.ts';
import { reportContext, shopContext } from '#web/api/server-context.ts';
import contentStyles from '#web/styles/content.css?url';
import { Icon } from '#web/ui/kernel/icon.tsx';
import { PageForAll } from '#web/ui/kernel/page-for-all.tsx';
import { PageTitle } from '#web/ui/kernel/page-title.tsx';
import { portfolio } from '../../../../content/portfolio.ts';
import type { Route } from './+types/portfolio.ts';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: contentStyles }];

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  // The page is more than the size of its CV.
  const bytes = await shop.curriculumVitaeBytes().catch((error: unknown) => void context.get(reportContext)(error));
  return {
    portfolio: fillPortfolio(portfolio, shop),
    cv: {
      to: CURRICULUM_VITAE.path,
      file: curriculumVitaeFile(portfolio.name),
      about: [CURRICULUM_VITAE.format, ...(bytes ? [formatKilobytes(bytes)] : [])].join(', '),
      updated: formatLetterDay(portfolio.updated),
    },
  };
}

export default function MyPortfilo({ loaderData }: Route.ComponentProps) {
  return (
    <main id="main" className="wrap cv">
      <PageTitle>My Portfilo</PageTitle>
      <PageForAll path={href('/myPortfilo')} title={portfolio.name} description={portfolio.headline} />
      <PortfolioSheet {...loaderData} />
    </main>
  );
}

function PortfolioSheet({ portfolio, cv }: { portfolio: Portfolio; cv: CvLinkProps }) {
  const { name, headline, about, contact, skills, experience, projects } = portfolio;
  return (
    <>
      <div className="cv-top">
        <div>
          <h1 className="h1 cv-name">{name}</h1>
          <p className="lead">{headline}</p>
        </div>
        <CvLink {...cv} />
      </div>
      <div className="yard" aria-hidden="true" />
      <section className="article" aria-labelledby="about">
        <h2 className="h2" id="about">
          About
        </h2>
        <div>
          {about.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <dl className="sheet">
            {contact.map((entry) => (
              <ContactRow key={entry.label} {...entry} />
            ))}
          </dl>
        </div>
      </section>
      <section className="article" aria-labelledby="skills">
        <h2 className="h2" id="skills">
          Skills
        </h2>
        <div>
          <dl className="sheet">
            {skills.map(({ area, items }) => (
              <div key={area}>
                <dt>{area}</dt>
                <dd>{items.join(', ')}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
      <section className="article" aria-labelledby="experience">
        <h2 className="h2" id="experience">
          Experience
        </h2>
        <div className="cv-list">
          {experience.map((entry) => (
            <ExperienceEntry key={`${entry.title} ${entry.when}`} {...entry} />
          ))}
        </div>
      </section>
      <section className="article" aria-labelledby="projects">
        <h2 className="h2" id="projects">
          Projects
        </h2>
        <ul className="cv-proj">
          {projects.map((project) => (
            <ProjectEntry key={project.name} {...project} />
          ))}
        </ul>
      </section>
    </>
  );
}

function ContactRow({ label, text, to }: Contact) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {to ? (
          <a className="link" href={to}>
            {text}
          </a>
        ) : (
          text
        )}
      </dd>
    </div>
  );
}

function ExperienceEntry({ title, place, when, points }: Experience) {
  return (
    <div className="cv-entry">
      <h3 className="h3">{title}</h3>
      <p className="cv-entry__where">
        <span>{place}</span>
        <span>{when}</span>
      </p>
      <ul>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </div>
  );
}

function ProjectEntry({ name, text, madeWith, to }: Project) {
  return (
    <li>
      <a href={to}>
        <span>
          <b>{name}</b>
          <span>{text}</span>
          <span className="muted small">{madeWith.join(', ')}</span>
        </span>
        <Icon name="out" />
      </a>
    </li>
  );
}

interface CvLinkProps {
  to: string;
  file: string;
  /** Kind, and size where it is known: `PDF, 34 kB`. */
  about: string;
  updated: string;
}

/** A plain link: the router must not handle it. */
function CvLink({ to, file, about, updated }: CvLinkProps) {
  return (
    <div className="cv-act">
      <a
        className="btn btn--primary btn--lg"
        href={to}
        download={file}
        type="application/pdf"
        aria-describedby="cv-about"
      >
        <span className="btn__label">
          <Icon name="download" />
          Download CV
        </span>
      </a>
      <span className="cv-act__about" id="cv-about">
        <span className="id">{about}</span>
        <span className="small muted">Updated {updated}</span>
      </span>
    </div>
  );
}
