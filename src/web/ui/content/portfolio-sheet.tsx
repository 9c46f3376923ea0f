import type { Contact, Experience, Portfolio, Project } from '#model/content/portfolio.ts';
import { Icon } from '../kernel/icon.tsx';
import { CvLink, type CvLinkProps } from './cv-link.tsx';

export function PortfolioSheet({ portfolio, cv }: { portfolio: Portfolio; cv: CvLinkProps }) {
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
