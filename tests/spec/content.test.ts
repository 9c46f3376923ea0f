import { expect } from 'vitest';
import { spec } from '../harness/spec.ts';
import { theShop } from '../harness/the-shop.ts';
import { heading, useVisits } from '../harness/visits.ts';

const origin = theShop().origin;
const visit = useVisits(origin);

spec('2 blogs.five', 'five questions on the five subjects, each with an answer', async () => {
  const { page, leave } = await visit();
  await page.goto('/blogs');
  await heading(page, 'Blogs').waitFor();
  const posts = page.getByRole('main').getByRole('article');
  const questions = await posts.getByRole('heading', { level: 2 }).allInnerTexts();
  expect(questions).toHaveLength(5);
  for (const [index, subject] of [
    /performance/i,
    /state/i,
    /prototypal inheritance/i,
    /not set the state directly/i,
    /array of products.*name/i,
  ].entries()) {
    expect(questions[index]).toMatch(subject);
    await expect.poll(async () => (await posts.nth(index).innerText()).length).toBeGreaterThan(300);
  }
  await leave();
});

spec('2 portfolio.page', 'the CV is a PDF in the name of the person, and every project has a link', async () => {
  const { page, leave } = await visit();
  await page.goto('/myPortfilo');
  const cv = await page.getByRole('link', { name: /Download CV/ }).getAttribute('href');
  const answer = await fetch(new URL(cv ?? '', origin));
  expect(answer.headers.get('content-type')).toContain('application/pdf');
  expect(
    Buffer.from(await answer.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  const projects = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Projects' }) });
  const entries = projects.getByRole('listitem');
  await expect.poll(() => entries.count()).toBeGreaterThan(0);
  for (const entry of await entries.all()) {
    await expect.poll(() => entry.getByRole('link').first().getAttribute('href')).toMatch(/^(https?:|\/)/);
  }
  await leave();
});
