-- step: a letter and its accent are saved as one character, as a search asks for them; earlier texts may have two
update tool set name = normalize(name), description = normalize(description), category = normalize(category)
 where name is not normalized or description is not normalized or category is not normalized;
